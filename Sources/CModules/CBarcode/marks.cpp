// Looks for the corner marks of QR codes: squares whose every middle line runs dark, light, dark, light, dark in the
// proportions 1:1:3:1:1 (ISO/IEC 18004, 5.3.2). Finds them dark on light and light on dark, at any size, in brightness,
// red and blue. Only where it finds some does the library search, which looks at one size, one color and one polarity
// at a time.

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <new>
#include <vector>

#include "CBarcode.h"

namespace {

// Every third row of the picture is searched: the middle of a mark is three modules high, so this finds codes of one
// pixel per module or more.
constexpr int kStep = 3;
// Pixels per row, and rows, that share a threshold.
constexpr int kBlock = 16;
// In grey levels; less contrast is noise.
constexpr int kContrast = 20;
// Pixels of the longest run in a mark; larger marks are found in a reduced picture.
constexpr int kLongest = 60;

struct Plane {
  int width = 0;
  int height = 0;
  std::vector<uint8_t> pixels;
  const uint8_t *row(int y) const { return pixels.data() + size_t(y) * width; }
};

// For each block, the grey level that separates dark from light around it; 0 if the contrast is too low.
struct Thresholds {
  int columns = 0;
  int rows = 0;
  std::vector<uint8_t> values;
  const uint8_t *row(int y) const { return values.data() + size_t(std::min(y / kBlock, rows - 1)) * columns; }
};

Thresholds thresholds(const Plane &plane) {
  Thresholds result;
  result.columns = (plane.width + kBlock - 1) / kBlock;
  result.rows = (plane.height + kBlock - 1) / kBlock;
  const size_t count = size_t(result.columns) * result.rows;
  std::vector<uint8_t> low(count), high(count);
  // First the rows of a block, column by column, then the columns: so the compiler takes many pixels at a time.
  std::vector<uint8_t> smallest(size_t(result.columns) * kBlock), largest(smallest.size());
  for (int y = 0; y < plane.height; ++y) {
    const uint8_t *__restrict row = plane.row(y);
    uint8_t *__restrict lows = smallest.data(), *__restrict highs = largest.data();
    if (y % kBlock == 0) {
      std::memcpy(lows, row, plane.width);
      std::memcpy(highs, row, plane.width);
    }
    for (int x = 0; x < plane.width; ++x) {
      lows[x] = std::min(lows[x], row[x]);
      highs[x] = std::max(highs[x], row[x]);
    }
    if ((y + 1) % kBlock != 0 && y + 1 != plane.height) continue;
    for (int column = 0; column < result.columns; ++column) {
      const int begin = column * kBlock, end = std::min(plane.width, begin + kBlock);
      const size_t at = size_t(y / kBlock) * result.columns + column;
      low[at] = *std::min_element(lows + begin, lows + end);
      high[at] = *std::max_element(highs + begin, highs + end);
    }
  }
  result.values.assign(count, 0);
  for (int y = 0; y < result.rows; ++y)
    for (int x = 0; x < result.columns; ++x) {
      int smallest = 255, largest = 0;
      for (int near = std::max(0, y - 2); near <= std::min(result.rows - 1, y + 2); ++near)
        for (int beside = std::max(0, x - 2); beside <= std::min(result.columns - 1, x + 2); ++beside) {
          smallest = std::min<int>(smallest, low[size_t(near) * result.columns + beside]);
          largest = std::max<int>(largest, high[size_t(near) * result.columns + beside]);
        }
      // Here the noise of a single pixel counts as much as a module. That does not matter to marks, which have the
      // extremes.
      if (largest - smallest >= kContrast)
        result.values[size_t(y) * result.columns + x] = uint8_t((smallest + largest + 1) / 2);
    }
  return result;
}

// Bits, the first pixel lowest, of those of up to kBlock pixels that are below a limit.
inline unsigned darkBits(const uint8_t *pixels, int count, int limit) {
  unsigned bits = 0;
  if (count < kBlock) {
    for (int i = 0; i < count; ++i) bits |= unsigned(pixels[i] < limit) << i;
    return bits;
  }
  typedef uint8_t Pixels __attribute__((vector_size(kBlock)));
  typedef uint64_t Halves __attribute__((vector_size(kBlock)));
  Pixels row;
  std::memcpy(&row, pixels, kBlock);
  const Pixels weights = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  const Halves halves = (Halves)((Pixels)(row < uint8_t(limit)) & weights);
  // The highest byte of the product is the sum of all eight.
  return unsigned(halves[0] * 0x0101010101010101u >> 56) | unsigned(halves[1] * 0x0101010101010101u >> 56) << 8;
}

// Whether five runs are in the proportions of a mark. Each may be off by 60 %, as blur and enlarging make them.
bool isMark(const int runs[5]) {
  const int total = runs[0] + runs[1] + runs[2] + runs[3] + runs[4];
  if (total < 7) return false;
  const float module = float(total) / 7;
  const float margin = std::max(module * 0.6f, 0.8f);
  return std::fabs(runs[0] - module) < margin && std::fabs(runs[1] - module) < margin &&
         std::fabs(runs[2] - 3 * module) < 1.6f * margin && std::fabs(runs[3] - module) < margin &&
         std::fabs(runs[4] - module) < margin;
}

// Searches a picture: its pixels, and a function that tells how dark each is.
class Search {
 public:
  // `plane` has every `step`-th row of the picture that `look` shows; its pixels are `scale` pixels wide.
  Search(const Plane &plane, int step, float scale, int channel, std::vector<ocrscan_mark> &found, size_t capacity)
      : plane_(plane), limits_(thresholds(plane)), step_(step), scale_(scale), channel_(channel), found_(found),
        capacity_(capacity) {}

  template <typename Look>
  void run(Look look) {
    for (int y = 0; y < plane_.height && found_.size() < capacity_; ++y) searchRow(y, look);
  }

 private:
  const Plane &plane_;
  const Thresholds limits_;
  const int step_;
  const float scale_;
  const int channel_;
  std::vector<ocrscan_mark> &found_;
  const size_t capacity_;

  int limit(int x, int y) const { return limits_.row(y / step_)[x / kBlock]; }

  template <typename Look>
  void searchRow(int y, Look look) {
    const uint8_t *row = plane_.row(y);
    const uint8_t *limits = limits_.row(y);
    int runs[5] = {0, 0, 0, 0, 0};
    int known = 0;
    bool wasDark = false;
    int start = 0;
    for (int column = 0; column < limits_.columns; ++column) {
      const int end = std::min(plane_.width, (column + 1) * kBlock);
      const int limit = limits[column];
      if (limit == 0) {
        // No contrast here: a mark cannot extend across it.
        known = 0;
        wasDark = false;
        start = end;
        continue;
      }
      const int begin = column * kBlock;
      const unsigned bits = darkBits(row + begin, end - begin, limit);
      // Where a pixel differs from the one before it.
      unsigned changes = (bits ^ (bits << 1 | unsigned(wasDark))) & ((1u << (end - begin)) - 1);
      for (; changes != 0; changes &= changes - 1) {
        const int x = begin + __builtin_ctz(changes);
        runs[0] = runs[1];
        runs[1] = runs[2];
        runs[2] = runs[3];
        runs[3] = runs[4];
        runs[4] = x - start;
        start = x;
        ++known;
        // The run that has just ended was `wasDark`, and so is the middle one.
        if (known >= 5 && runs[2] >= 2 * std::min(runs[1], runs[3]) && isMark(runs)) check(x, y, runs, wasDark, look);
        wasDark = !wasDark;
      }
    }
  }

  // `end` is the first pixel after the five runs.
  template <typename Look>
  void check(int end, int y, const int runs[5], bool dark, Look look) {
    if (found_.size() >= capacity_) return;
    float x = end - runs[4] - runs[3] - runs[2] * 0.5f;
    float line = float(y * step_);
    const int width = plane_.width;
    const int height = (plane_.height - 1) * step_ + 1;
    int crossing[5];
    const int total = runs[0] + runs[1] + runs[2] + runs[3] + runs[4];
    if (!cross(int(x), int(line), 0, 1, width, height, dark, look, crossing, line)) return;
    const int tall = crossing[0] + crossing[1] + crossing[2] + crossing[3] + crossing[4];
    // Seen at an angle, a mark can be up to twice as wide as it is high, or twice as high as wide.
    if (tall > 2 * total + 2 || total > 2 * tall + 2) return;
    float column = x;
    if (!cross(int(x), int(line), 1, 0, width, height, dark, look, crossing, column)) return;
    x = column;
    // Check the diagonal, through the corners between the rings: letters and frames rarely pass this.
    float unused = 0;
    if (!cross(int(x), int(line), 1, 1, width, height, dark, look, crossing, unused)) return;
    add(x, line, float(total + tall) / 14, !dark);
  }

  // Measures the five runs through a pixel in a direction. Sets `center` to the middle along the direction's first
  // axis.
  template <typename Look>
  bool cross(
      int x, int y, int right, int down, int width, int height, bool dark, Look look, int runs[5], float &center) const {
    int back[3] = {0, 0, 0}, ahead[3] = {0, 0, 0};
    if (!walk(x, y, -right, -down, width, height, dark, look, back)) return false;
    if (!walk(x, y, right, down, width, height, dark, look, ahead)) return false;
    runs[0] = back[2];
    runs[1] = back[1];
    runs[2] = back[0] + ahead[0] - 1;
    runs[3] = ahead[1];
    runs[4] = ahead[2];
    center = (right ? x : y) + (ahead[0] - back[0]) * 0.5f;
    return isMark(runs);
  }

  // Measures the rest of the middle run and the two runs after it.
  template <typename Look>
  bool walk(
      int x, int y, int right, int down, int width, int height, bool dark, Look look, int lengths[3]) const {
    int run = 0;
    for (int steps = 0; steps < 3 * kLongest && x >= 0 && y >= 0 && x < width && y < height; ++steps) {
      const int limit = this->limit(x, y);
      const bool isDark = limit != 0 && look(x, y) < limit;
      if (isDark != (run == 1 ? !dark : dark)) {
        if (++run == 3) return true;
      }
      if (++lengths[run] > kLongest) return false;
      x += right;
      y += down;
    }
    // The last run may end at the edge of the picture.
    return run == 2 && lengths[2] > 0;
  }

  void add(float x, float y, float module, bool inverted) {
    const float left = (x + 0.5f) * scale_, top = (y + 0.5f) * scale_, size = module * scale_;
    for (auto &mark : found_) {
      if (std::fabs(mark.x - left) < 2 * mark.module && std::fabs(mark.y - top) < 2 * mark.module &&
          mark.is_inverted == int(inverted))
        return;
    }
    found_.push_back({left, top, size, inverted ? 1 : 0, channel_});
  }
};

// Each pixel becomes the mean of `kStep` by `rows` pixels.
Plane reduced(const Plane &plane, int rows) {
  Plane result;
  result.width = plane.width / kStep;
  result.height = plane.height / rows;
  result.pixels.resize(size_t(result.width) * result.height);
  for (int y = 0; y < result.height; ++y) {
    uint8_t *out = result.pixels.data() + size_t(y) * result.width;
    if (rows == 1) {
      const uint8_t *row = plane.row(y);
      for (int x = 0; x < result.width; ++x) out[x] = uint8_t((row[3 * x] + row[3 * x + 1] + row[3 * x + 2]) * 171 >> 9);
      continue;
    }
    const uint8_t *one = plane.row(y * rows), *two = plane.row(y * rows + 1), *three = plane.row(y * rows + 2);
    for (int x = 0; x < result.width; ++x) {
      const int at = 3 * x;
      out[x] = uint8_t(
          (one[at] + one[at + 1] + one[at + 2] + two[at] + two[at + 1] + two[at + 2] + three[at] + three[at + 1] +
           three[at + 2]) * 57 >> 9);
    }
  }
  return result;
}

inline int brightness(const uint8_t *pixel) { return (pixel[0] * 77 + pixel[1] * 150 + pixel[2] * 29) >> 8; }

void searchReduced(const Plane &plane, float scale, int channel, std::vector<ocrscan_mark> &found, size_t capacity) {
  if (plane.width < 7 || plane.height < 7) return;
  const auto look = [&plane](int x, int y) { return int(plane.row(y)[x]); };
  Search(plane, 1, scale, channel, found, capacity).run(look);
}

void search(const uint8_t *rgb, int width, int height, std::vector<ocrscan_mark> &found, size_t capacity) {
  Plane sampled;
  sampled.width = width;
  sampled.height = (height + kStep - 1) / kStep;
  sampled.pixels.resize(size_t(width) * sampled.height);
  for (int y = 0; y < sampled.height; ++y) {
    const uint8_t *pixel = rgb + size_t(y) * kStep * width * 3;
    uint8_t *out = sampled.pixels.data() + size_t(y) * width;
    for (int x = 0; x < width; ++x, pixel += 3) out[x] = uint8_t(brightness(pixel));
  }
  const Plane third = reduced(sampled, 1);
  searchReduced(third, kStep, 0, found, capacity);
  const Plane ninth = reduced(third, kStep);
  searchReduced(ninth, kStep * kStep, 0, found, capacity);
  const auto look = [rgb, width](int x, int y) { return brightness(rgb + (size_t(y) * width + x) * 3); };
  Search(sampled, kStep, 1, 0, found, capacity).run(look);
  // Some pairs of colors are equally bright. Green needs no search of its own: it makes up most of the brightness.
  for (int channel = 0; channel <= 2; channel += 2) {
    Plane color;
    color.width = width / kStep;
    color.height = sampled.height;
    color.pixels.resize(size_t(color.width) * color.height);
    for (int y = 0; y < color.height; ++y) {
      const uint8_t *pixel = rgb + size_t(y) * kStep * width * 3 + channel;
      uint8_t *out = color.pixels.data() + size_t(y) * color.width;
      for (int x = 0; x < color.width; ++x, pixel += 9) out[x] = uint8_t((pixel[0] + pixel[3] + pixel[6]) * 171 >> 9);
    }
    searchReduced(color, kStep, channel == 0 ? 1 : 2, found, capacity);
  }
}

}  // namespace

extern "C" int32_t ocrscan_find_marks(
    const uint8_t *rgb, int32_t width, int32_t height, ocrscan_mark *marks, int32_t capacity) {
  if (rgb == nullptr || width < 7 || height < 7 || capacity < 1) return 0;
  try {
    std::vector<ocrscan_mark> found;
    search(rgb, width, height, found, size_t(capacity));
    std::copy(found.begin(), found.end(), marks);
    return int32_t(found.size());
  } catch (const std::bad_alloc &) {
    return -1;
  }
}
