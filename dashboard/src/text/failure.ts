import type { Failure } from '../api/failure.js';
import type { Text } from './use-text.js';

export function failureText(text: Text, failure: Failure): string {
  const { kind } = failure;
  return kind === 'forbidden' || kind === 'failed' ? failure.message : text(`failure.${kind}`);
}
