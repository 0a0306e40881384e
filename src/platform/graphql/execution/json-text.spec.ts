import fc from 'fast-check';
import { JsonText, quote } from './json-text.js';

describe('JSON text', () => {
  it('quotes every character like JSON.stringify, by itself and among others', () => {
    const different: number[] = [];
    for (let code = 0; code <= 0xff_ff; code += 1) {
      const character = String.fromCharCode(code);
      for (const text of [character, `a${character}b`, `\ud83d${character}`, `${character}\ude00`]) {
        if (quote(text) !== JSON.stringify(text)) different.push(code);
      }
    }
    expect(different).toEqual([]);
  });

  it('quotes any text like JSON.stringify', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(quote(text)).toBe(JSON.stringify(text));
      }),
    );
  });

  it('puts values that arrive later into their gaps, in whatever order they arrive', () => {
    const text = new JsonText();
    text.write('[');
    const [first, second] = [text.gap(), text.gap()];
    text.write(']');
    second.write(',2');
    const inner = first.gap();
    first.write('!');
    inner.write('1');
    expect(text.toString()).toBe('[1!,2]');
  });
});
