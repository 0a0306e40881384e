import { findPayForm } from './hosted-page-payer.js';

describe('findPayForm', () => {
  it('finds the form that pays, with its prefilled fields', () => {
    const page = `
      <form method="post" action="/pay/7/cancel"><input name="token" value="no"></form>
      <form method="post" action="/pay/7/pay">
        <input type="hidden" name="token" value="a&amp;b"><input type="submit" value="Pay">
      </form>`;
    expect(findPayForm(page)).toEqual({ action: '/pay/7/pay', fields: [['token', 'a&b']] });
  });

  it('throws if no form pays', () => {
    expect(() => findPayForm('<p>Paid already</p>')).toThrow('no form that pays');
  });
});
