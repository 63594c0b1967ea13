// The run file: append-only JSON lines, one object a line, flushed per record, read back.
#pragma once
#include <memory>
#include <set>
#include <string>

#include "record/run_file.hpp"

namespace sweepmark::host {

/// Writes one run. Opened before anything is timed, so that a bad path costs nothing.
class StoreWriter {
 public:
  /// Creates `path` (never overwrites: an existing non-empty file is an Error; missing folders are
  /// created) and keeps it open. Throws Error "cannot write PATH: <system's words>".
  static std::unique_ptr<StoreWriter> create(const std::string& path);
  /// Opens an existing run for --resume: drops a cut last line and the `end` record, keeps the
  /// rest byte for byte, appends from there.
  static std::unique_ptr<StoreWriter> resume(const std::string& path);

  virtual ~StoreWriter() = default;
  virtual const std::string& path() const = 0;
  /// Each writes one line and flushes it to the system. Throws Error (disk full, ...).
  virtual void write(const RunHeader& header) = 0;
  virtual void write(const Measurement& measurement) = 0;
  virtual void write(const TrainingRecord& training) = 0;
  virtual void write(const NoiseRecord& noise) = 0;
  virtual void write(const RunEnd& end) = 0;
};

/// Reads a store file, or any Google Benchmark JSON file (told by its content). A cut last line is
/// dropped with a note; anything else broken throws Error with file, line and column. Of several
/// records with one hash the last counts (--resume measures an interrupted row again).
RunFile read_run(const std::string& path);

/// The hashes --resume need not measure again: every finished row, except those stopped_by
/// interrupted.
std::set<std::string> finished_hashes(const RunFile& run);

/// results/<time>-<host>-<plan>.jsonl, not existing yet.
std::string default_store_path(const RunHeader& header);

}  // namespace sweepmark::host
