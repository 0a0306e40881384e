import { readFileSync } from 'node:fs';
import { ProviderProfile, ProviderProfileError } from './provider-profile.js';

/**
 * Reads the operator's overrides once, at the start: if the profile changed later, the same answer could be read in two
 * ways.
 * @param file a JSON file, or null for the defaults
 * @throws ProviderProfileError if the file cannot be read, is not JSON, or contains an unknown key or an invalid value
 */
export function loadProviderProfile(
  file: string | null,
  options: Parameters<typeof ProviderProfile.withOverrides>[1] = {},
): ProviderProfile {
  return ProviderProfile.withOverrides(file === null ? {} : readJsonFile(file), options);
}

function readJsonFile(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new ProviderProfileError([`${file} cannot be read`]);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new ProviderProfileError([`${file} is not JSON`]);
  }
}
