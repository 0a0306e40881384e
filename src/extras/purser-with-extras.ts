import { startPurser as startWith } from '../purser.js';
import { EXTRAS } from './extras.js';

/**
 * The entry point of the bundle if this folder is part of the build (`esbuild.config.mjs`). Nothing else imports
 * extras.
 */
export function startPurser(): Promise<void> {
  return startWith(EXTRAS);
}
