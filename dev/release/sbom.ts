import { z } from 'zod';

export interface Component {
  readonly name: string;
  readonly version: string;
  /** SPDX expression; null if the package declares none. */
  readonly licence: string | null;
  /** Whether the package belongs to this repository, under its own LICENSE. */
  readonly isOwn: boolean;
}

const licence = z.union([
  z.object({ license: z.object({ id: z.string() }) }).transform(({ license }) => license.id),
  z.object({ license: z.object({ name: z.string() }) }).transform(({ license }) => license.name),
  z.object({ expression: z.string() }).transform(({ expression }) => expression),
]);

const cycloneDx = z.object({
  bomFormat: z.literal('CycloneDX'),
  components: z
    .array(
      z.object({
        name: z.string(),
        version: z.string(),
        purl: z.string().startsWith('pkg:npm/'),
        licenses: z.array(licence).optional(),
        properties: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
      }),
    )
    .min(1),
});

/**
 * Parses the CycloneDX output of `npm sbom`.
 *
 * @throws Error if it is not CycloneDX
 */
export function readSbom(text: string): Component[] {
  return cycloneDx.parse(JSON.parse(text)).components.map(({ name, version, licenses = [], properties = [] }) => ({
    name,
    version,
    licence: licenses.length === 0 ? null : licenses.join(' AND '),
    isOwn: properties.some((property) => property.name === 'cdx:npm:package:private'),
  }));
}

export function missingFrom(components: readonly Component[], dependencies: readonly string[]): string[] {
  const names = new Set(components.map(({ name }) => name));
  return dependencies.filter((name) => !names.has(name)).map((name) => `${name} is not in the SBOM`);
}
