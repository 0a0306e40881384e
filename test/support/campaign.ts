// Set by `npm run test:campaigns`.
const IS_WHOLE = process.env['CAMPAIGNS'] === 'whole';

/** What a campaign goes through: all of it in `npm run test:campaigns`, a sample of it in `npm test`. */
export const campaign = <Value>({ whole, sample }: { readonly whole: Value; readonly sample: Value }): Value =>
  IS_WHOLE ? whole : sample;
