import { emailFormat, pixEmailFormat } from './email-format.js';

const domainOf = (length: number) => `${'a.'.repeat((length - 3) / 2)}com`;

describe('e-mail addresses', () => {
  it.each([
    'a@b.co',
    'Maria.Silva+pix@mail.Example.com.br',
    "o'brien%x@example.com",
    'a@xn--80ak6aa92e.xn--p1ai',
    `${'a'.repeat(64)}@example.com`,
    `ab@${domainOf(251)}`,
  ])('accepts %s', (text) => {
    expect(emailFormat.parse(text)).toEqual({ ok: true, value: text });
  });

  it.each([
    '',
    'maria',
    '@example.com',
    'maria@',
    'maria@example',
    'maria@.com',
    'maria@example..com',
    'maria@example.com.',
    'maria@-example.com',
    'maria@example-.com',
    'maria@example.c',
    'maria@203.0.113.70',
    'maria@[203.0.113.7]',
    '.maria@example.com',
    'maria.@example.com',
    'ma..ria@example.com',
    'ma ria@example.com',
    'ma@ria@example.com',
    '"maria"@example.com',
    'Maria <maria@example.com>',
    'maria@example.com\n',
    'mari\u00e1@example.com',
    'maria@ex\u0430mple.com',
    `${'a'.repeat(65)}@example.com`,
    `${'a'.repeat(64)}@${domainOf(191)}`,
    `maria@${'a'.repeat(64)}.com`,
    `${'a.'.repeat(50_000)}@example.com`,
  ])('refuses %.60j', (text) => {
    expect(emailFormat.parse(text)).toMatchObject({ ok: false, code: 'EMAIL_INVALID' });
  });
});

describe('e-mail addresses as PIX keys', () => {
  it('e-mail addresses as PIX keys are in lower case', () => {
    expect(pixEmailFormat.parse('maria@example.com').ok).toBe(true);
    expect(pixEmailFormat.parse('Maria@example.com').ok).toBe(false);
  });

  it('e-mail addresses as PIX keys have at most 77 characters', () => {
    expect(pixEmailFormat.parse(`${'a'.repeat(64)}@${'b'.repeat(8)}.com`).ok).toBe(true);
    expect(pixEmailFormat.parse(`${'a'.repeat(64)}@${'b'.repeat(9)}.com`).ok).toBe(false);
  });
});
