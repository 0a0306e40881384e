import type { Recipient } from '../../destinations/recipient.js';
import { maskRecipientIn } from './recipient-text.js';

const recipient: Recipient = {
  name: 'João da Silva',
  requisites: '52998224725',
  userId: 'user-77',
  bankName: 'NUBANK',
  userEmail: 'joao@example.com',
  userPhone: '+5511961234567',
  userIp: '198.51.100.24',
};

describe('masking a recipient in provider texts', () => {
  it.each([
    ['CPF 52998224725 is not registered', 'CPF ***4725 is not registered'],
    ['CPF 529.982.247-25 is not registered', 'CPF ***4725 is not registered'],
    ['CPF ５２９９８２２４７２５', 'CPF ***4725'],
    ['key joao@example.com, phone 5511961234567', 'key j***@e***, phone ***4567'],
    ['phone +55 (11) 96123-4567 is off', 'phone +***4567 is off'],
    ['phone 011961234567 is off', 'phone 01***4567 is off'],
    ['JOAO DA SILVA has no account', 'J*** d*** S*** has no account'],
    ['Sr. Silva has no account', 'Sr. S*** has no account'],
    ['from 198.51.100.24 by user-77', 'from 198.51.*** by ***'],
    ['The bank NUBANK is closed, Silvana', 'The bank NUBANK is closed, Silvana'],
    ['', ''],
  ])('changes %j to %j', (text, masked) => {
    expect(maskRecipientIn(text, recipient)).toBe(masked);
  });

  it('leaves values that are too short to be told from ordinary words', () => {
    const short = { ...recipient, name: 'X Y', userId: '5' };
    expect(maskRecipientIn('5 of X and Y', short)).toBe('5 of X and Y');
  });
});
