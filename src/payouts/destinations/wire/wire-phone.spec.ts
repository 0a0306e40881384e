import { formatPhone } from './wire-phone.js';

describe('phone numbers on the wire', () => {
  it.each([
    ['+79123456789', 'with-plus', '+79123456789'],
    ['+79123456789', 'without-plus', '79123456789'],
    ['+79123456789', 'national', '9123456789'],
    ['+79123456789', 'national-with-trunk-prefix', '89123456789'],
    ['+8801812345678', 'without-plus', '8801812345678'],
    ['+8801812345678', 'national', '1812345678'],
    ['+8801812345678', 'national-with-trunk-prefix', '01812345678'],
    ['+5511961234567', 'national', '11961234567'],
  ] as const)('%s is written %s as %s', (phone, format, written) => {
    expect(formatPhone(phone, format)).toBe(written);
  });

  it.each(['79123456789', '+7 912 345-67-89', '9123456789', ''])('refuses %j', (phone) => {
    expect(() => formatPhone(phone, 'national')).toThrow('Only a canonical phone number can be written for the wire');
  });
});
