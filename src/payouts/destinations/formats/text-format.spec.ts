import fc from 'fast-check';
import { COSTLY_TEXTS, quickestMs } from '../../../common/text/costly-text.fixture.js';
import { loginFormat, nameFormat, verbatimFormat } from './text-format.js';

const idFormat = verbatimFormat({ kind: 'TEXT', example: 'user-1042' });

describe('names', () => {
  it.each(['José', 'শেখ হাসিনা', 'র‍্যাব', "O'Brien-Łukasz, Jr.", '王小明', '<b>${x}{{y}}</b>', '=HYPERLINK("x")', 'M 👩‍👩‍👧'])(
    'accepts %s',
    (text) => {
      expect(nameFormat.parse(text)).toEqual({ ok: true, value: text.normalize('NFC') });
    },
  );

  it('a name becomes the same text however its accents were typed', () => {
    expect(nameFormat.parse('Jose\u0301')).toEqual({ ok: true, value: 'Jos\u00e9' });
  });

  it.each([
    '',
    ' ',
    ' Maria',
    'Maria\u00a0',
    'Maria\nSilva',
    'Maria\r\n',
    'Maria\tSilva',
    'Maria\u0000',
    'Maria\u007f',
    'Maria\ud800',
    '\udc00Maria',
    '\u202eairaM',
    'Maria\u2028Silva',
    'Maria\ufeff',
    'Maria\u200b',
    '\u200d\u200d',
    '\ue000',
    'Maria 4111 1111 1111 1111',
  ])('refuses %j', (text) => {
    expect(nameFormat.parse(text)).toMatchObject({ ok: false, code: 'TEXT_INVALID' });
  });

  it('accepts at most 128 characters', () => {
    expect(nameFormat.parse('x'.repeat(128)).ok).toBe(true);
    expect(nameFormat.parse('x'.repeat(129)).ok).toBe(false);
    expect(nameFormat.parse('x'.repeat(100_000)).ok).toBe(false);
  });

  it('accepts its own result and leaves it unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 140 }), (text) => {
        const verdict = nameFormat.parse(text);
        if (verdict.ok) expect(nameFormat.parse(verdict.value)).toEqual(verdict);
      }),
    );
  });
});

describe('ids of other systems', () => {
  it('any printable text without a card number is accepted', () => {
    expect(idFormat.parse('4111111111111111').ok).toBe(false);
    expect(idFormat.parse('1795219200000')).toEqual({ ok: true, value: '1795219200000' });
  });

  it('a text is kept as written', () => {
    expect(idFormat.parse('Jose\u0301 #1')).toEqual({ ok: true, value: 'Jose\u0301 #1' });
  });

  it('an unprintable text is refused', () => {
    expect(idFormat.parse('user\u0000').ok).toBe(false);
  });
});

describe('logins', () => {
  it.each(['player_one', 'player@example.com', '76561197960287930', '~!'])('accepts %s', (text) => {
    expect(loginFormat.parse(text)).toEqual({ ok: true, value: text });
  });

  it.each(['', 'player one', ' player', 'player\n', 'pl\u0430yer', 'jos\u00e9', 'x'.repeat(129)])(
    'refuses %j',
    (text) => {
      expect(loginFormat.parse(text).ok).toBe(false);
    },
  );
});

describe('all text formats', () => {
  it.each(COSTLY_TEXTS)('refuses repeated %s quickly', (_, text) => {
    for (const format of [nameFormat, idFormat, loginFormat]) {
      expect(format.parse(text)).toMatchObject({ ok: false, code: 'TEXT_INVALID' });
      expect(quickestMs(() => format.parse(text))).toBeLessThan(5);
    }
  });
});
