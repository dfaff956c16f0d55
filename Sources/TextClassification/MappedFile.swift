internal import CLinux
internal import CXXHash
internal import Glibc
internal import LinuxSystem

/// A whole file, mapped for reading. Its pages can be freed and are read again on demand.
///
/// The file must not be truncated while it is mapped: an access beyond its end raises SIGBUS (mmap(2)). Updates replace
/// installed files instead of changing them.
///
/// @safe: `start` and `count` describe one mapping, which lives until `deinit`; every access is checked against them.
/// @unchecked Sendable: nothing changes the mapping, and madvise(2) may be called from any thread.
@safe final class MappedFile: @unchecked Sendable {
  private let start: UnsafeRawPointer
  let count: Int

  /// - Throws: `ModelFileFailure` if it is not a regular file of an allowed size, or cannot be mapped.
  init(descriptor: borrowing OwnedDescriptor, sizes: ClosedRange<Int64>) throws(ModelFileFailure) {
    let status: FileStatus
    do throws(SystemError) {
      status = try FileStatus(ofDescriptor: descriptor.raw)
    } catch {
      throw .unreadable(error.reason)
    }
    guard status.kind == .regular, sizes.contains(status.size) else { throw .notAModelFile }
    var mapped: UnsafeRawPointer?
    let error = unsafe ocrscan_map(descriptor.raw, UInt64(status.size), &mapped)
    guard error == 0, let mapped = unsafe mapped else { throw .unreadable(SystemError("mmap", errno: -error).reason) }
    unsafe start = mapped
    count = Int(status.size)
  }

  deinit { unsafe ocrscan_unmap(start, UInt64(count)) }

  /// The little-endian number at an offset, which need not be aligned.
  func integer<Number: FixedWidthInteger & BitwiseCopyable>(_: Number.Type = Number.self, at offset: Int) -> Number {
    precondition(offset >= 0 && offset <= count - MemoryLayout<Number>.size)
    return Number(littleEndian: unsafe start.loadUnaligned(fromByteOffset: offset, as: Number.self))
  }

  func byte(at offset: Int) -> UInt8 { integer(at: offset) }

  func bytes(_ range: Range<Int>) -> [UInt8] { unsafe Array(slice(range)) }

  func isUTF8(_ range: Range<Int>) -> Bool {
    let text = unsafe slice(range)
    return unsafe (try? UTF8Span(validating: text.bindMemory(to: UInt8.self).span)) != nil
  }

  /// The address of a range, valid as long as this object lives.
  @unsafe func address(of range: Range<Int>) -> UnsafeRawPointer {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return unsafe start + range.lowerBound
  }

  /// 128-bit XXH3 (https://github.com/Cyan4973/xxHash), lower half first. Frees the pages of each mebibyte once it has been
  /// read: a reader of the whole file would otherwise need more memory than all that comes after it.
  func checksum(of range: Range<Int>) -> [UInt64] {
    let state = unsafe XXH3_createState()
    defer { unsafe XXH3_freeState(state) }
    unsafe XXH3_128bits_reset(state)
    for start in stride(from: range.lowerBound, to: range.upperBound, by: 1 << 20) {
      let piece = start..<min(start + 1 << 20, range.upperBound)
      unsafe XXH3_128bits_update(state, address(of: piece), piece.count)
      release()
    }
    let hash = unsafe XXH3_128bits_digest(state)
    return [hash.low64, hash.high64]
  }

  /// Frees all pages of the file in this process.
  func release() { unsafe madvise(UnsafeMutableRawPointer(mutating: start), count, MADV_DONTNEED) }

  @unsafe private func slice(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: address(of: range), count: range.count)
  }
}
