/** An active ISO 4217 alpha-3 code. */
export type CurrencyCode = string & { readonly brand: 'CurrencyCode' };

// ISO 4217 minor units. Not from `Intl`, which reports display digits: they differ for 18 currencies.
const MINOR_UNITS: Readonly<Record<string, readonly string[]>> = {
  0: ['BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'],
  2: [
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC',
    'CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD',
    'KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO',
    'NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL',
    'THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG',
  ],
  3: ['BHD IQD JOD KWD LYD OMR TND'],
};

const minorUnitsByCode: ReadonlyMap<string, number> = new Map(
  Object.entries(MINOR_UNITS).flatMap(([digits, lines]) =>
    lines.flatMap((line) => line.split(' ')).map((code) => [code, Number(digits)] as const),
  ),
);

/** Returns the text as a currency code; null unless it is an active ISO 4217 code in upper case. */
export function parseCurrencyCode(text: string): CurrencyCode | null {
  return minorUnitsByCode.has(text) ? (text as CurrencyCode) : null;
}

/** Number of decimals that an amount in this currency may need. */
export function minorUnits(currency: CurrencyCode): number {
  const digits = minorUnitsByCode.get(currency);
  if (digits === undefined) throw new Error(`No minor units for currency ${currency}`);
  return digits;
}
