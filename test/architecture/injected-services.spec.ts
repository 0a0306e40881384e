import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const ROOT = join(__dirname, '..', '..');

// A class that needs more dependencies does more than one thing, so part of it can become a class.
const MAX_INJECTED = 10;

const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .map((path) => `src/${path.replaceAll('\\', '/')}`)
  .filter((path) => /(?<!\.spec|\.fixture)\.ts$/.test(path))
  .map((path) => ({ path, source: readFileSync(join(ROOT, path), 'utf8') }));

/** Returns the classes that Nest creates, each with the number of its dependencies. */
function countInjected(path: string, source: string): (readonly [name: string, injected: number])[] {
  if (!/@(?:Injectable|Resolver|Controller)\(/.test(source)) return [];
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest);
  return file.statements.filter(ts.isClassDeclaration).flatMap(({ name, members }) => {
    const constructor = members.find(ts.isConstructorDeclaration);
    return name && constructor ? [[name.text, constructor.parameters.length] as const] : [];
  });
}

describe('injected classes', () => {
  const counts = sources.flatMap(({ path, source }) => countInjected(path, source));

  it(`each class has at most ${MAX_INJECTED} dependencies`, () => {
    expect(counts.length).toBeGreaterThan(150);
    expect(counts.filter(([, injected]) => injected > MAX_INJECTED)).toEqual([]);
  });

  it('only one class reads orders from the provider, and only one reads payouts', () => {
    const asking = (call: string) =>
      sources.flatMap(({ path, source }) => (source.includes(`.${call}(`) ? [path] : []));
    expect(asking('readOrder')).toEqual(['src/orders/order-reader.ts']);
    expect(asking('readPayout')).toEqual(['src/payouts/reading/payout-reader.ts']);
  });
});
