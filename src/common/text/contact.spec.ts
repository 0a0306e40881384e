import { isContact, parseEmail, parsePhone } from './contact.js';

describe('contacts', () => {
  it.each([
    ['ana@example.com', true],
    ['+55 11 96123-4567', true],
    ['5511961234567', false],
    ['ana@example', false],
    ['+55', false],
    ['order-7', false],
  ])('%j is a contact: %j', (text, isOne) => {
    expect(isContact(text)).toBe(isOne);
  });

  it.each([
    ['ana@example.com', 'ana@example.com'],
    [' Ana.Souza@Example.COM ', 'ana.souza@example.com'],
    ['ana+1@example.com', 'ana+1@example.com'],
    ['ana@example', null],
    ['ana@', null],
    ['@example.com', null],
    ['a na@example.com', null],
    ['', null],
  ])('the e-mail address of %j is %j', (text, email) => {
    expect(parseEmail(text)).toBe(email);
  });

  it.each([
    ['+5511961234567', '+5511961234567'],
    ['5511961234567', '+5511961234567'],
    [' +55 (11) 96123-4567 ', '+5511961234567'],
    ['+55.11.96123\u20114567', '+5511961234567'],
    ['+5511', null],
    ['011961234567', null],
    ['+55119612345678901', null],
    ['+55119612345x7', null],
    ['++5511961234567', null],
    ['', null],
  ])('the phone number of %j is %j', (text, phone) => {
    expect(parsePhone(text)).toBe(phone);
  });
});
