// A shared library that is no plugin. Expected: refused, naming the function not found.
extern "C" int not_an_entry(void);
extern "C" int not_an_entry(void) { return 42; }
