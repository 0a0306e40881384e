import { committed } from '../support/generated-file.js';

interface LockedPackage {
  readonly version?: string;
  readonly engines?: { readonly node?: string };
  readonly dependencies?: Readonly<Record<string, string>>;
}

const { overrides, engines } = JSON.parse(committed('package.json')) as {
  readonly overrides: Readonly<Record<string, string>>;
  readonly engines: { readonly node: string };
};

const { packages } = JSON.parse(committed('package-lock.json')) as {
  readonly packages: Readonly<Record<string, LockedPackage>>;
};

/** Returns all installed copies of a package. */
const installed = (name: string): readonly LockedPackage[] =>
  Object.entries(packages).flatMap(([path, found]) => (path.endsWith(`node_modules/${name}`) ? [found] : []));

const majorOf = (version: string): string => /\d+/.exec(version)![0];

describe('packages', () => {
  it.each(Object.keys(overrides))('without its override, %s would be installed in another major version', (name) => {
    const asked = Object.values(packages).flatMap(({ dependencies = {} }) => dependencies[name] ?? []);
    const [found, ...others] = installed(name);
    expect(others).toEqual([]);
    expect(asked.map(majorOf).filter((major) => major !== majorOf(found!.version!))).not.toEqual([]);
  });

  it('the override is needed for Node 20: no overridden package requires a newer Node', () => {
    expect(engines.node).toMatch(/^>=20\./);
    const lowest = Object.keys(overrides).map((name) => Number(majorOf(installed(name)[0]!.engines!.node!)));
    expect(lowest.filter((node) => node > 20)).toEqual([]);
  });

  it.each(Object.keys(overrides))('CONTRIBUTING.md explains the override of %s', (name) => {
    expect(committed('CONTRIBUTING.md')).toContain(`| \`${name}\``);
  });

  it('packages with binaries for amd64 also have them for arm64', () => {
    const paths = Object.keys(packages);
    const amd64 = paths.filter((path) => /linux-x64(?:-gnu|-glibc)?$/.test(path));
    expect(amd64).not.toEqual([]);
    expect(amd64.map((path) => path.replace('x64', 'arm64')).filter((path) => !paths.includes(path))).toEqual([]);
  });

  it.each(['react', 'react-dom', 'graphql', 'express'])('%s is installed once', (name) => {
    expect(installed(name)).toHaveLength(1);
  });
});
