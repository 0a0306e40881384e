// First byte of a frame that contains a complete text message (RFC 6455).
const WHOLE_TEXT = 0x81;

const LONGEST_IN_7_BITS = 125;
const LONGEST_IN_16_BITS = 0xff_ff;

/**
 * Builds a complete text frame. `ws` would write header and text separately and encode the text once per client,
 * although thousands of clients receive the same bytes.
 */
export function textFrame(parts: readonly Uint8Array[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const headLength = length <= LONGEST_IN_7_BITS ? 2 : length <= LONGEST_IN_16_BITS ? 4 : 10;
  const frame = Buffer.allocUnsafe(headLength + length);
  frame[0] = WHOLE_TEXT;
  if (headLength === 2) {
    frame[1] = length;
  } else if (headLength === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  let at = headLength;
  for (const part of parts) {
    frame.set(part, at);
    at += part.length;
  }
  return frame;
}
