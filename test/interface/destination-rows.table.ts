import { type InterfaceRow, row, silence } from './interface-row.js';

const TABLE = 'src/payouts/destinations/table/destinations.table.ts';
const BRAZIL = 'src/payouts/destinations/table/brazil-pix-destination.ts';
const BANGLADESH = 'src/payouts/destinations/table/bangladesh-destination.ts';
const RUSSIA = 'src/payouts/destinations/table/russia-phone-transfer-destination.ts';
const WEST_AFRICA = 'src/payouts/destinations/table/west-africa-destination.ts';
const BY_AGREEMENT = 'src/payouts/destinations/table/mobile-money-by-agreement-destination.ts';
const GAMES = 'src/payouts/destinations/table/game-account-destination.ts';

const TABLE_SPEC = 'src/payouts/destinations/table/destinations.table.spec.ts';
const VALIDATION_SPEC = 'src/payouts/destinations/payout-validation.spec.ts';
const ROUTES_SPEC = 'test/e2e/payout-destinations.spec.ts';
const PHONES_SPEC = 'src/payouts/destinations/wire/wire-recipient.spec.ts';
const NUMBERS_SPEC = 'src/payouts/destinations/formats/mobile-number-format.spec.ts';
const MAPPER_SPEC = 'src/provider/wire/payout.mapper.spec.ts';
const FIELDS_SPEC = 'src/payouts/destinations/asked-fields.spec.ts';

/** Statements about the destinations of payouts. */
export const DESTINATION_ROWS: readonly InterfaceRow[] = [
  row(
    'Brazil is paid in BRL by PIX keys',
    BRAZIL,
    TABLE_SPEC,
    "has every currency and payment type of the provider's interface",
  ),
  row(
    'PIX keys are a random key, a phone, an e-mail, a CPF or a CNPJ',
    BRAZIL,
    'src/payouts/destinations/formats/pix-key-format.spec.ts',
    'for the type %s, a key of type %s is refused, and the refusal names its type',
  ),
  silence(
    'the payment types of PIX but EMAIL are not shown',
    MAPPER_SPEC,
    "translates the payment type %s to the profile's word",
  ),
  row(
    'Bangladesh is paid in BDT by C2C and SIM',
    BANGLADESH,
    TABLE_SPEC,
    "has every currency and payment type of the provider's interface",
  ),
  row(
    'Bangladesh requires userIp, userPhone, userEmail and bankName',
    BANGLADESH,
    VALIDATION_SPEC,
    'in $currency by $paymentType the field $name is required',
  ),
  row('bankName of Bangladesh is one of three wallets', BANGLADESH, MAPPER_SPEC, 'writes the bank %s as %s'),
  row(
    'requisites of Bangladesh are a card or a phone, by the payment type',
    BANGLADESH,
    PHONES_SPEC,
    'a card number and an e-mail address used as a PIX key are sent as they are',
  ),
  silence(
    'the form of phones in Bangladesh is not shown',
    PHONES_SPEC,
    'a payment to a mobile wallet in Bangladesh has both phone numbers in the same format',
  ),
  row(
    'Russia is paid in RUB by a phone transfer',
    RUSSIA,
    TABLE_SPEC,
    "has every currency and payment type of the provider's interface",
  ),
  row(
    'the word of the phone transfer is a placeholder',
    'src/provider/profile/provider-profile-defaults.ts',
    MAPPER_SPEC,
    'uses a placeholder for the phone transfer until the profile has a word for it',
  ),
  row(
    'bankName of Russia is the id of a bank of the list',
    RUSSIA,
    ROUTES_SPEC,
    'a payout of %s is accepted, and recorded at the provider as requested',
  ),
  row('requisites of Russia are the phone of the recipient', RUSSIA, NUMBERS_SPEC, 'refuses %j as a Russian number'),
  row(
    'the form of phones in Russia differs between services',
    'src/payouts/destinations/asked-fields.ts',
    FIELDS_SPEC,
    'the phone format for %s comes from the profile',
  ),
  row(
    'West Africa is paid in XOF by SIM',
    WEST_AFRICA,
    TABLE_SPEC,
    "has every currency and payment type of the provider's interface",
  ),
  row(
    'West Africa takes userEmail, recommended, and userIp',
    WEST_AFRICA,
    VALIDATION_SPEC,
    'for a mobile wallet, warns about a missing e-mail address and accepts a missing IP address',
  ),
  row(
    'userEmail is required by some services',
    'src/payouts/destinations/asked-fields.ts',
    FIELDS_SPEC,
    'a field that the profile requires for %s is required',
  ),
  row(
    'requisites of West Africa are digits of an international number',
    WEST_AFRICA,
    PHONES_SPEC,
    'a West African mobile wallet is sent in digits, which is the form that the interface requires',
  ),
  row(
    'serviceId chooses operator and country',
    WEST_AFRICA,
    ROUTES_SPEC,
    'a payout names the id of a service from payoutServices',
  ),
  row(
    'the number must belong to the operator of the service',
    WEST_AFRICA,
    ROUTES_SPEC,
    'the provider refuses a payout to $why, and Purser shows its reason',
  ),
  row(
    'games are paid in RUB, KZT, UAH and USD by login',
    GAMES,
    TABLE_SPEC,
    "has every currency and payment type of the provider's interface",
  ),
  silence('the other fields of games are not shown', FIELDS_SPEC, 'a field that the profile adds for %s is accepted'),
  row(
    'CDF, GHS, KES, NGN, ZAR, UGX, TZS and ZMW are paid by agreement',
    BY_AGREEMENT,
    TABLE_SPEC,
    "has every currency and payment type of the provider's interface",
  ),
  row(
    'BDT by agreement cannot be told from Bangladesh',
    BANGLADESH,
    TABLE_SPEC,
    'has exactly one destination for $currency by $paymentType',
  ),
  row('each destination is one line of one table', TABLE, TABLE_SPEC, 'lists each destination once'),
  row(
    'no other field is sent',
    'src/payouts/destinations/recipient-validation.ts',
    VALIDATION_SPEC,
    'in $currency by $paymentType the field $name is not allowed',
  ),
];
