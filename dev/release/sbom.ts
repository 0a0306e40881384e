import { z } from 'zod';

/** A package of the SBOM. */
export interface Component {
  readonly name: string;
  readonly version: string;
  /** An expression of SPDX; null where the package says none. */
  readonly licence: string | null;
  /** Of this repository, and under its own LICENSE. */
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
 * Reads what `npm sbom` says in CycloneDX.
 *
 * @throws Error when it is no such list
 */
export function readSbom(text: string): Component[] {
  return cycloneDx.parse(JSON.parse(text)).components.map(({ name, version, licenses = [], properties = [] }) => ({
    name,
    version,
    licence: licenses.length === 0 ? null : licenses.join(' AND '),
    isOwn: properties.some((property) => property.name === 'cdx:npm:package:private'),
  }));
}

/** @returns the packages that must be in the list and are not */
export function missingFrom(components: readonly Component[], dependencies: readonly string[]): string[] {
  const names = new Set(components.map(({ name }) => name));
  return dependencies.filter((name) => !names.has(name)).map((name) => `${name} is not in the SBOM`);
}
