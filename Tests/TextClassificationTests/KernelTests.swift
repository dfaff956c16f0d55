import CTransformer
import Foundation
import TestSupport
import Testing

@testable import TextClassification

/// Byte products and functions of each kernel, compared with plain Swift.
struct KernelTests {
  /// Swift's own sum of products, with the scales applied in the same order.
  @Test(arguments: kernels)
  func `integers are exact`(kernel: Int32) {
    var generator = SeededGenerator(seed: UInt64(kernel))
    for (rows, columns) in [(32, 64), (64, 128), (96, 512), (32, 2048)] {
      for count in [1, 2, 3, 5, 6, 7, 11, 12, 13, 23, 48] {
        // The first shape uses the smallest and largest bytes, where the sums are largest.
        let bytes = (0..<(rows * columns)).map { _ in
          columns == 64
            ? [-128, 127].randomElement(using: &generator) ?? 0 : Int8.random(in: -128...127, using: &generator)
        }
        let scales = (0..<rows).map { _ in Float.random(in: 0...0.1, using: &generator) }
        let bias = (0..<rows).map { _ in Float.random(in: -1...1, using: &generator) }
        let totals = (0..<rows).map { _ in Float.random(in: -5...5, using: &generator) }
        // Whole numbers from -127 to 127, or from -27 to 227, are bytes around a middle. All numbers of the third row
        // are equal.
        let middles = (0..<count).map { [0, 100, 50][$0 % 3] }
        let activations = (0..<count).map { piece in
          (0..<columns).map { column in
            piece == 2 ? 0 : column == 0 ? 127 : column == 1 ? -127 : Int.random(in: -127...127, using: &generator)
          }
        }
        let input = zip(activations, middles).flatMap { row, middle in row.map { Float($0 + middle) } }

        let workspace = Workspace(count: 2 << 20)
        var product = [Float](repeating: .nan, count: count * rows)
        let weights = interleaved(bytes, columns)
        let result = unsafe scales.withUnsafeBufferPointer { scales in
          unsafe totals.withUnsafeBufferPointer { totals in
            unsafe bias.withUnsafeBufferPointer { bias in
              unsafe weights.withUnsafeBufferPointer { weights in
                guard let weights = weights.baseAddress, let scales = scales.baseAddress,
                  let totals = totals.baseAddress, let bias = bias.baseAddress
                else { return Int32(-1) }
                var matrix = unsafe ct_matrix(weights: weights, scales: scales, totals: totals, bias: bias)
                return unsafe ct_multiply_with(
                  kernel, &matrix, UInt32(rows), UInt32(columns), input, UInt32(count), workspace.start, &product)
              }
            }
          }
        }
        #expect(result == 0)
        var differences = 0
        for piece in 0..<count {
          for row in 0..<rows {
            var sum = 0
            for column in 0..<columns { sum += Int(bytes[row * columns + column]) * activations[piece][column] }
            let rest = totals[row] * Float(middles[piece]) + bias[row]
            if product[piece * rows + row] != Float(sum) * scales[row] + rest { differences += 1 }
          }
        }
        #expect(differences == 0, "\(rows) x \(columns), \(count)")
      }
    }
  }

  /// As stored in a file: blocks of 16 rows and 4 columns.
  private func interleaved(_ bytes: [Int8], _ columns: Int) -> [Int8] {
    bytes.indices.map { place in
      let (block, inside) = (place / 64, place % 64)
      let row = block / (columns / 4) * 16 + inside / 4
      return bytes[row * columns + block % (columns / 4) * 4 + inside % 4]
    }
  }

  @Test(arguments: kernels)
  func `exponentials are right to seven digits`(kernel: Int32) {
    let values = stride(from: Float(-86.9), through: 0, by: 0.001).prefix(86_896).map { $0 }
    var results = values
    #expect(unsafe ct_exponentials_with(kernel, &results, UInt32(results.count)) == 0)
    for (value, result) in zip(values, results) {
      let right = exp(Double(value))
      if abs(Double(result) - right) > 2e-7 * right { Issue.record("\(value): \(result)") }
    }
    var ends: [Float] =
      [0, -87.1, -1_000, -1e30, -.greatestFiniteMagnitude, -0.0, -1e-30] + Array(repeating: 0, count: 9)
    #expect(unsafe ct_exponentials_with(kernel, &ends, 16) == 0)
    #expect(ends[..<7] == [1, 0, 0, 0, 0, 1, 1])
  }

  @Test(arguments: kernels)
  func `the activation is right to six digits of its argument`(kernel: Int32) {
    let values =
      stride(from: Float(-8), to: 8, by: 0.001).map { $0 } + [-1e15, 1e15, 0, -0.0, 1e-20, -1e-20, 100, -100]
    var results = values + Array(repeating: 0, count: 16 - values.count % 16)
    #expect(unsafe ct_gelu_with(kernel, &results, UInt32(results.count)) == 0)
    for (value, result) in zip(values, results) {
      let right = Double(value) * 0.5 * erfc(-Double(value) * 0.5.squareRoot())
      if abs(Double(result) - right) > 3e-7 * Double(abs(value)) { Issue.record("\(value): \(result), not \(right)") }
    }
  }

  @Test func `the fastest kernel is taken`() {
    #expect(kernels.contains(ct_kernel_chosen()))
    #expect(kernels.count == 1 || ct_kernel_chosen() != Int32(CT_PORTABLE.rawValue))
    #expect(Set((0..<CT_KERNEL_COUNT).map { unsafe String(cString: ct_kernel_name($0)) }).count == CT_KERNEL_COUNT)
    var one: [Float] = [0]
    #expect(unsafe ct_gelu_with(CT_KERNEL_COUNT, &one, 16) == -1)
  }
}
