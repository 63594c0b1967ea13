// Right products under names that break HTML, CSV and tables. Expected: each row shows its name as
// text, or the plugin is refused for it; nothing runs, no column moves.
#include "right_product.hpp"

namespace {

using namespace sweepmark;

struct Script : test::RightProduct {
  static constexpr Info info{"<script>alert(1)</script>", "1.0.0", "<b>bold</b> & \"quoted\""};
  using RightProduct::RightProduct;
};
struct Commas : test::RightProduct {
  static constexpr Info info{"tmpl<float, double> \"x\"", "1.0.0", "commas, quotes; 'all' of it"};
  using RightProduct::RightProduct;
};
struct Newline : test::RightProduct {
  static constexpr Info info{"two\nlines", "1.0.0", "a summary\nof two lines"};
  using RightProduct::RightProduct;
};

}  // namespace

SWEEPMARK_PLUGIN("bad_names", "1.0.0", Script, Commas, Newline)
