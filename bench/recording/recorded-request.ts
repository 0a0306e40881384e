/** A value as JSON, in which bytes and times are tagged with their type. */
export type Encoded =
  | string
  | number
  | boolean
  | null
  | { readonly $bytes: string }
  | { readonly $date: string }
  | readonly Encoded[]
  | { readonly [key: string]: Encoded };

export interface RecordedStatement {
  readonly kind: 'statement';
  readonly connection: number;
  readonly text: string;
  readonly values: readonly Encoded[];
  /** First row of the result; null for none. */
  row: Encoded;
}

export interface RecordedCall {
  readonly kind: 'call';
  readonly method: string;
  readonly path: string;
  readonly body: string;
  answer: string;
}

export type RecordedStep = RecordedStatement | RecordedCall;

/** Purser's steps for one request, in the order in which they began. */
export interface RecordedRequest {
  readonly name: string;
  readonly steps: readonly RecordedStep[];
}

export const RECORDING_HEADER = 'x-bench-recording';

/** Environment variable with the path of the recording. Each recorded request is appended to the file as a line. */
export const RECORDING_FILE = 'BENCH_RECORDING_FILE';

export function encode(value: unknown): Encoded {
  if (value === undefined || value === null) return null;
  if (Buffer.isBuffer(value)) return { $bytes: value.toString('base64') };
  if (value instanceof Date) return { $date: value.toISOString() };
  if (Array.isArray(value)) return value.map(encode);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, encode(part)]));
  }
  return value as string | number | boolean;
}

export function decode(value: Encoded): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(decode);
  if ('$bytes' in value) return Buffer.from(value.$bytes as string, 'base64');
  if ('$date' in value) return new Date(value.$date as string);
  return value;
}
