// Set by `npm run test:campaigns`.
const IS_WHOLE = process.env['CAMPAIGNS'] === 'whole';

/** The rows of a campaign: all of them in `npm run test:campaigns`, a sample in `npm test`. */
export const campaign = <Value>({ whole, sample }: { readonly whole: Value; readonly sample: Value }): Value =>
  IS_WHOLE ? whole : sample;
