import { startPurser as startWith } from '../purser.js';
import { EXTRAS } from './extras.js';

/** Entry point of the bundle if this folder is built (`esbuild.config.mjs`). Nothing else imports an extra. */
export function startPurser(): Promise<void> {
  return startWith(EXTRAS);
}
