import fc from 'fast-check';
import { textToShow } from './provider-text.js';

describe('messages from the provider', () => {
  it.each([
    ['The bank is closed', 'The bank is closed'],
    [' two\r\n\tlines\u0000 ', 'two lines'],
    ['card 4111111111111111 declined', 'card [digits removed] declined'],
    ['card 4111-1111-1111-1111', 'card [digits removed]'],
    ['card 4111\n1111\u0000 1111\u00a01111', 'card [digits removed]'],
    ['card 4242.4242.4242.4242 is blocked', 'card [digits removed] is blocked'],
    ['card 4242/4242/4242/4242', 'card [digits removed]'],
    ['card 4242\u20114242\u20114242\u20114242', 'card [digits removed]'],
    ['card 4242\u200b4242\u200b4242\u200b4242', 'card [digits removed]'],
    ['card ４２４２４２４２４２４２４２４２', 'card [digits removed]'],
    ['card ٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢', 'card [digits removed]'],
    // Digits that only a Unicode normalization recognises cannot be cut out, so the whole text is replaced.
    ['card ④②④②④②④②④②④②④②④②', '[digits removed]'],
    ['order 12345678901', 'order 12345678901'],
    ['code 12, then 14:05:16 on 2026-11-26', 'code 12, then 14:05:16 on 2026-11-26'],
    ['half \ud83d of a character', 'half of a character'],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ])('the message %j becomes %j', (text, shown) => {
    expect(textToShow(text)).toBe(shown);
  });

  it.each(['', ' ', '\u0000\n'])('the message %j becomes null', (text) => {
    expect(textToShow(text)).toBeNull();
  });

  it('never show part of a card number, wherever the text is cut', () => {
    for (let before = 480; before < 500; before += 1) {
      expect(textToShow(`${'x'.repeat(before)}4111111111111111`)).not.toMatch(/\d/);
    }
  });

  it('messages from the provider are one line of at most 500 whole characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (text) => {
        const shown = textToShow(text) ?? 'nothing';
        expect(Array.from(shown).length).toBeLessThanOrEqual(500);
        expect(shown).not.toMatch(/[\p{Cc}\p{Cs}]/u);
      }),
    );
  });

  it('messages from the provider are cut after 20,000 characters, without digits at the cut', () => {
    const space = ' '.repeat(19_990);
    expect(textToShow(`${space}order 1234`)).toBe('order 1234');
    expect(textToShow(`${space}order 12345`)).toBe('order');
    expect(textToShow(`${space}4111111111111111`)).toBeNull();
  });

  it('messages from the provider are processed quickly even if they are a megabyte long', () => {
    const startedAt = performance.now();
    textToShow('1 1-'.repeat(262_144));
    textToShow('\u{1f600}'.repeat(262_144));
    textToShow('1------'.repeat(150_000));
    textToShow('1------ '.repeat(150_000));
    textToShow(`${'1'.repeat(19_999)}and more`);
    textToShow(`${' '.repeat(19_999)}and more`);

    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});
