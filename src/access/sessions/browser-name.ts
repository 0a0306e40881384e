// The first match wins, because Edge also calls itself Chrome, and Chrome also calls itself Safari.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?(iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/\S+.* Safari\//, 'Safari'],
];

// The first match wins, because Android also calls itself Linux, and an iPhone also mentions Mac OS X.
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * Returns a name such as "Firefox on Windows" for a `User-Agent` header; null for an unknown browser. The header itself
 * is not stored, because it can contain anything.
 */
export function browserNameOf(userAgent: string | undefined): string | null {
  const browser = wordFor(userAgent, BROWSERS);
  const system = wordFor(userAgent, SYSTEMS);
  return browser !== null && system !== null ? `${browser} on ${system}` : (browser ?? system);
}

function wordFor(text: string | undefined, words: readonly (readonly [RegExp, string])[]): string | null {
  return words.find(([pattern]) => text !== undefined && pattern.test(text))?.[1] ?? null;
}
