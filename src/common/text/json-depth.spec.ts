import { isJsonTooDeep } from './json-depth.js';

describe('JSON depth', () => {
  it.each([
    ['of many lists one after another', '[]'.repeat(100), false],
    ['of 32 lists', '['.repeat(32), false],
    ['of 33 lists', '['.repeat(33), true],
    ['of 33 objects', '{"a":'.repeat(33), true],
    ['with brackets in a string', `"${'['.repeat(100)}"`, false],
    ['with brackets behind an escaped quote', `"\\"${'['.repeat(100)}"`, false],
    ['with brackets behind a string that ends in a backslash', `"\\\\"${'['.repeat(33)}`, true],
    ['of 45,000 lists', '['.repeat(45_000), true],
    ['without any text', '', false],
  ])('decides whether JSON %s is too deep', (_, json, isTooDeep) => {
    expect(isJsonTooDeep(Buffer.from(json))).toBe(isTooDeep);
  });
});
