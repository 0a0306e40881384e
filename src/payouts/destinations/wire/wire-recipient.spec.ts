import { ProviderProfile } from '../../../provider/profile/provider-profile.js';
import { fieldsFor, type PayoutRoute } from '../table/destination.js';
import { validatePayout } from '../payout-validation.js';
import { payoutRequest } from '../testing/payout-request.fixture.js';
import type { PhoneFormat } from './wire-phone.js';
import { writePhones } from './wire-recipient.js';

const profile = ProviderProfile.withOverrides({}, { takesNeutralWords: true });

function written(route: PayoutRoute, format: PhoneFormat) {
  const validation = validatePayout(payoutRequest(route), profile);
  if (!validation.ok) throw new Error('The examples are valid');
  return writePhones(validation.recipient, fieldsFor(validation.destination, route), format);
}

describe('recipients on the wire', () => {
  it("a transfer in Russia has the phone number in the service's format", () => {
    expect(written({ currency: 'RUB', paymentType: 'PHONE_TRANSFER' }, 'national')).toMatchObject({
      requisites: '9123456789',
      bankName: '100000000111',
      userPhone: null,
    });
  });

  it('a payment to a mobile wallet in Bangladesh has both phone numbers in the same format', () => {
    expect(written({ currency: 'BDT', paymentType: 'SIM' }, 'without-plus')).toMatchObject({
      requisites: '8801812345678',
      userPhone: '8801812345678',
    });
  });

  it('a card number and an e-mail address used as a PIX key are sent as they are', () => {
    expect(written({ currency: 'BDT', paymentType: 'C2C' }, 'national').requisites).toBe('4111111111111111');
    expect(written({ currency: 'BRL', paymentType: 'EMAIL' }, 'national').requisites).toBe('maria@example.com.br');
  });

  it('a West African mobile wallet is sent in digits, which is the form that the interface requires', () => {
    expect(written({ currency: 'XOF', paymentType: 'SIM' }, 'national').requisites).toBe('221701234567');
  });
});
