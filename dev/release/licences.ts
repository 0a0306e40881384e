import satisfies from 'spdx-satisfies';
import type { Component } from './sbom.js';

/** Licences that only require their text to be shipped with the package. `sbom.cdx.json` in the image lists them. */
const ALLOWED = [
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC', 'MIT'],
  ...['PSF-2.0', 'Python-2.0'],
  ...['Unlicense', 'Zlib'],
];

/** Tools whose licence requires more of distributors. They are never shipped. */
const TOOLS: Readonly<Record<string, string>> = {
  'axe-core': 'MPL-2.0',
  'caniuse-lite': 'CC-BY-4.0',
  lightningcss: 'MPL-2.0',
  'spdx-exceptions': 'CC-BY-3.0',
  'spdx-ranges': '(MIT AND CC-BY-3.0)',
};

/** Returns the packages whose licence is missing or not allowed. */
export function refusedLicences(components: readonly Component[]): string[] {
  return components.filter((component) => !component.isOwn && !isAllowed(component)).map(describe);
}

function isAllowed({ name, licence }: Component): boolean {
  if (licence === null) return false;
  // A tool has a package with binaries for each system, such as `lightningcss-linux-x64-gnu`.
  if (Object.entries(TOOLS).some(([tool, known]) => licence === known && `${name}-`.startsWith(`${tool}-`)))
    return true;
  try {
    return satisfies(
      licence.replaceAll(/ (and|or) /g, (word) => word.toUpperCase()),
      ALLOWED,
    );
  } catch {
    // A licence that is not an SPDX expression must be read by a person.
    return false;
  }
}

const describe = ({ name, version, licence }: Component): string =>
  `${name}@${version} is under ${licence ?? 'no licence'}, which dev/release/licences.ts does not list`;
