#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/error.hpp"
#include "record/json.hpp"
#include "store/json_text.hpp"
#include "store/store.hpp"

namespace sweepmark::host {
namespace {

class FileWriter final : public StoreWriter {
 public:
  FileWriter(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;
  ~FileWriter() override { ::close(descriptor_); }

  const std::string& path() const override { return path_; }
  void write(const RunHeader& header) override { append(to_json(header)); }
  void write(const Measurement& measurement) override { append(to_json(measurement)); }
  void write(const TrainingRecord& training) override { append(to_json(training)); }
  void write(const NoiseRecord& noise) override { append(to_json(noise)); }
  void write(const RunEnd& end) override { append(to_json(end)); }

 private:
  // One write() per line: what the kernel holds survives a kill -9 of this process.
  void append(const Json& json) {
    const std::string line = to_line(json) + "\n";
    for (std::size_t done = 0; done < line.size();) {
      const auto n = ::write(descriptor_, line.data() + done, line.size() - done);
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) throw system_error(fmt::format("cannot write {}", path_), errno);
      done += static_cast<std::size_t>(n);
    }
  }

  std::string path_;
  int descriptor_;
};

int open_for_append(const std::string& path, int flags) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | flags, 0644);
  if (descriptor < 0) throw system_error(fmt::format("cannot write {}", path), errno);
  return descriptor;
}

std::string read_whole(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw system_error(fmt::format("cannot read {}", path), errno);
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

/// The complete lines of a run, without `end` records and without a cut last line.
std::string lines_to_keep(const std::string& text, const std::string& path) {
  std::string kept;
  std::size_t line_number = 0;
  for (std::size_t start = 0; start < text.size();) {
    const auto end = std::min(text.find('\n', start), text.size());
    const auto line = std::string_view(text).substr(start, end - start);
    ++line_number;
    const bool cut = end == text.size() && !Json::accept(line);
    if (line_number == 1) {
      const Json header = parse_json_text(line, path);
      if (header.value("record", "") != "run")
        throw Error(
            fmt::format("{}:1:1: found no run record, expected a Sweepmark run file", path));
      if (const int schema = run_header_from_json(header).schema; schema != store_schema)
        throw Error(
            fmt::format("{}:1:1: found schema {}, expected {}", path, schema, store_schema));
    }
    if (!cut && !line.starts_with(R"({"record":"end")")) (kept += line) += '\n';
    start = end + 1;
  }
  return kept;
}

void replace_file(const std::string& path, const std::string& text) {
  const std::string temporary = path + ".new";
  {
    std::ofstream file(temporary, std::ios::binary | std::ios::trunc);
    file << text;
    file.flush();
    if (!file) throw system_error(fmt::format("cannot write {}", temporary), errno);
  }
  if (::rename(temporary.c_str(), path.c_str()) != 0)
    throw system_error(fmt::format("cannot write {}", path), errno);
}

}  // namespace

std::unique_ptr<StoreWriter> StoreWriter::create(const std::string& path) {
  const auto folder = std::filesystem::path(path).parent_path();
  if (!folder.empty()) {
    std::error_code failure;
    std::filesystem::create_directories(folder, failure);
    if (failure && !std::filesystem::is_directory(folder))
      throw system_error(fmt::format("cannot write {}", path), failure.value());
  }
  const int descriptor = open_for_append(path, O_CREAT);
  auto writer = std::make_unique<FileWriter>(path, descriptor);
  struct stat status {};
  if (::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0)
    throw Error(
        fmt::format("cannot write {}: it already holds {} bytes; name another file or continue it "
                    "with --resume",
                    path, status.st_size));
  return writer;
}

std::unique_ptr<StoreWriter> StoreWriter::resume(const std::string& path) {
  const std::string text = read_whole(path);
  if (text.empty())
    throw Error(
        fmt::format("{}:1:1: found an empty file, expected a Sweepmark run to resume", path));
  const std::string kept = lines_to_keep(text, path);
  if (text.starts_with(kept)) {
    if (kept.size() < text.size() && ::truncate(path.c_str(), static_cast<off_t>(kept.size())) != 0)
      throw system_error(fmt::format("cannot write {}", path), errno);
  } else {
    replace_file(path, kept);
  }
  return std::make_unique<FileWriter>(path, open_for_append(path, 0));
}

}  // namespace sweepmark::host
