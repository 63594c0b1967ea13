// The library that bad_missing_library is linked to, in a folder nobody searches.
extern "C" int gone_answer(void);
extern "C" int gone_answer(void) { return 42; }
