import satisfies from 'spdx-satisfies';
import type { Component } from './sbom.js';

/** Licences that ask for no more than their text in what is made of the package. `sbom.cdx.json` in the image names them. */
const ALLOWED = [
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC', 'MIT', 'Python-2.0'],
  ...['Unlicense', 'Zlib'],
];

/** Tools under a licence that asks for more of who passes them on, which nothing that ships holds. */
const TOOLS: Readonly<Record<string, string>> = {
  'axe-core': 'MPL-2.0',
  'caniuse-lite': 'CC-BY-4.0',
  lightningcss: 'MPL-2.0',
  'spdx-exceptions': 'CC-BY-3.0',
  'spdx-ranges': '(MIT AND CC-BY-3.0)',
};

/** @returns the packages whose licence is missing, or not on the list */
export function refusedLicences(components: readonly Component[]): string[] {
  return components.filter((component) => !component.isOwn && !isAllowed(component)).map(describe);
}

function isAllowed({ name, licence }: Component): boolean {
  if (licence === null) return false;
  // The binaries of a tool are packages for each system: `lightningcss-linux-x64-gnu`.
  if (Object.entries(TOOLS).some(([tool, known]) => licence === known && `${name}-`.startsWith(`${tool}-`)))
    return true;
  try {
    return satisfies(
      licence.replaceAll(/ (and|or) /g, (word) => word.toUpperCase()),
      ALLOWED,
    );
  } catch {
    // No expression of SPDX: a person has to read it.
    return false;
  }
}

const describe = ({ name, version, licence }: Component): string =>
  `${name}@${version} is under ${licence ?? 'no licence'}, which dev/release/licences.ts does not list`;
