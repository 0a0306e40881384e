import { ProviderProfile } from '../../provider/profile/provider-profile.js';
import { askedFields, phoneFormatOf } from './asked-fields.js';
import { validatePayout } from './payout-validation.js';
import { findDestination } from './table/destinations.table.js';
import { payoutRequest } from './testing/payout-request.fixture.js';

const game = { currency: 'RUB', paymentType: 'ACCOUNT_LOGIN' };
const xof = { currency: 'XOF', paymentType: 'SIM' };
const russia = { currency: 'RUB', paymentType: 'PHONE_TRANSFER' };
const bangladesh = { currency: 'BDT', paymentType: 'SIM' };
const plain = ProviderProfile.withOverrides({}, { takesNeutralWords: true });

const namesOf = (overrides: object, route: typeof game, serviceId: number | null = null) =>
  askedFields(ProviderProfile.withOverrides(overrides, { takesNeutralWords: true }), findDestination(route)!, {
    ...route,
    serviceId,
  }).map(({ name, presence }) => `${name} ${presence}`);

describe('fields of a payout to a service', () => {
  it('by default the fields are those of the destination', () => {
    expect(namesOf({}, game)).toEqual(['name REQUIRED', 'userId REQUIRED', 'requisites REQUIRED']);
  });

  it.each([
    ['the destination', { payoutExtraFields: { 'game-account': ['userEmail'] } }, null],
    ['the service', { payoutExtraFields: { 7: ['userEmail'] } }, 7],
  ])('a field that the profile adds for %s is accepted', (_, overrides, serviceId) => {
    expect(namesOf(overrides, game, serviceId)).toContain('userEmail OPTIONAL');
    expect(namesOf(overrides, xof, 8)).toEqual(namesOf({}, xof, 8));
  });

  it.each([
    ['the destination', { payoutRequiredFields: { 'west-africa': ['userEmail'] } }, null],
    ['the service', { payoutRequiredFields: { 205: ['userEmail'] } }, 205],
  ])('a field that the profile requires for %s is required', (_, overrides, serviceId) => {
    const rules = ProviderProfile.withOverrides(overrides, { takesNeutralWords: true });
    const request = payoutRequest(xof, { serviceId, recipient: { userEmail: null } });

    expect(validatePayout(request, rules)).toMatchObject({
      ok: false,
      problems: [{ code: 'FIELD_REQUIRED', field: ['recipient', 'userEmail'] }],
    });
    expect(validatePayout(request, plain).ok).toBe(true);
  });

  it('a field is refused unless the profile adds it', () => {
    const request = payoutRequest(game, { recipient: { userEmail: 'a@b.example' } });
    const rules = ProviderProfile.withOverrides(
      { payoutExtraFields: { 'game-account': ['userEmail'] } },
      { takesNeutralWords: true },
    );

    expect(validatePayout(request, plain)).toMatchObject({ problems: [{ code: 'FIELD_NOT_ALLOWED' }] });
    expect(validatePayout(request, rules)).toMatchObject({ ok: true, recipient: { userEmail: 'a@b.example' } });
  });

  it.each([
    ['Russia', russia, null, {}, 'with-plus'],
    ['Bangladesh', bangladesh, null, {}, 'without-plus'],
    ['Russia', russia, 3, { payoutPhoneFormats: { 'russia-phone-transfer': 'national' } }, 'national'],
    ['Bangladesh', bangladesh, 3, { payoutPhoneFormats: { bangladesh: 'with-plus' } }, 'with-plus'],
    [
      'one service',
      russia,
      3,
      { payoutPhoneFormats: { 3: 'national-with-trunk-prefix' } },
      'national-with-trunk-prefix',
    ],
    ['another service', russia, 4, { payoutPhoneFormats: { 3: 'national-with-trunk-prefix' } }, 'with-plus'],
  ])('the phone format for %s comes from the profile', (_, route, serviceId, overrides, format) => {
    expect(
      phoneFormatOf(
        ProviderProfile.withOverrides(overrides, { takesNeutralWords: true }),
        findDestination(route)!,
        serviceId,
      ),
    ).toBe(format);
  });
});
