import { runInNewContext } from 'node:vm';
import { instrument } from './instrument.js';

/** Lists the original and the replacement of each mutant of a text. */
function changesOf(text: string): string[] {
  const { mutants } = instrument('src/a.ts', text, 0);
  return mutants.map(({ original, replacement }) => `${original} -> ${replacement}`);
}

describe('instrument', () => {
  it.each([
    { code: 'x = a < b;', expected: ['a < b -> ((a) <= (b))', 'a < b -> ((a) >= (b))'] },
    { code: 'x = a === b;', expected: ['a === b -> ((a) !== (b))'] },
    { code: 'x = a && b;', expected: ['a && b -> ((a) || (b))'] },
    { code: 'x = a ?? b;', expected: ['a ?? b -> (a)', 'a ?? b -> (b)'] },
    { code: 'x = a + 1;', expected: ['a + 1 -> ((a) - (1))'] },
    { code: 'x += 1;', expected: ['x += 1 -> (x -= (1))'] },
    { code: 'x++;', expected: ['x++ -> x--'] },
    { code: 'x = !a;', expected: ['!a -> (a)'] },
    { code: 'x = true;', expected: ['true -> false'] },
    { code: 'x = [a];', expected: ['[a] -> []'] },
    { code: 'x = { a };', expected: ['{ a } -> ({})'] },
    { code: 'x = a?.b?.[0]?.(c);', expected: ['a?.b?.[0]?.(c) -> (a.b[0](c))'] },
    { code: 'x = await f();', expected: ['await f() -> (f())'] },
    { code: 'f();', expected: ['f() -> undefined'] },
    { code: 'if (a) f;', expected: ['a -> true', 'a -> false'] },
    { code: 'while (a) f;', expected: ['a -> false'] },
    { code: 'x = () => a;', expected: ['a -> undefined'] },
    { code: 'function f() { return a; }', expected: ['a -> undefined'] },
  ])('changes $code', ({ code, expected }) => {
    expect(changesOf(code)).toEqual(expected);
  });

  it.each([
    "x = 'text' + a;",
    "this.#logger.warn({ event: 'refused', isLast: a > 1 });",
    '@Field(() => [Text], { nullable: true }) class A {}',
    'type A = readonly [true];',
    'enum A { first = 1 + 1 }',
    '[a, b] = c;',
    'class A extends B { constructor() { super(); } }',
    'function f() { return null; }',
  ])('creates no mutant of %s', (code) => {
    expect(changesOf(code)).toEqual([]);
  });

  it('nests the mutants of an inner expression in those of the outer one', () => {
    const { text } = instrument('src/a.ts', 'x = !(a && b);', 7);
    expect(text).toContain('x = (isMutant(7) ? ((a && b)) : !((isMutant(8) ? ((a) || (b)) : a && b)));');
  });

  it('mutates an optional chain only as a whole, so that method calls keep their object', () => {
    const { text } = instrument('src/a.ts', 'x = a.b?.c(d).e;', 0);
    expect(text).toContain('x = (isMutant(0) ? (a.b.c(d).e) : a.b?.c(d).e);');
  });

  it('creates code that behaves like the original while no mutant is switched on', () => {
    const { text } = instrument('src/a.ts', 'const x = [1, 2].filter((n) => n > 1 && !false).length;', 0);
    expect(runInNewContext(`${text} x;`)).toBe(1);
  });

  it('returns the line number of each mutant', () => {
    const { mutants } = instrument('src/a.ts', '// why\n\nf();\n', 0);
    expect(mutants.map(({ line }) => line)).toEqual([3]);
  });
});
