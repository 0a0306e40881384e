const tokenPattern = /"(?:[^"\\]+|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g;

/**
 * The number that a JSON object holds under this key, digit by digit as it was written; null when it is no number.
 *
 * `JSON.parse` makes 0.1 of 0.10 and rounds long amounts, and its reviver shows the source only from Node 21 on. The
 * text must be valid JSON. As for `JSON.parse`, the last of several equal keys counts.
 */
export function numberTextAt({ json, key }: { json: string; key: string }): string | null {
  const tokens = json.match(tokenPattern) ?? [];
  let depth = 0;
  let found: string | null = null;
  for (const [index, token] of tokens.entries()) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (depth === 1 && tokens[index + 1] === ':' && JSON.parse(token) === key) found = tokens[index + 2] ?? null;
  }
  return found !== null && /^[-\d]/.test(found) ? found : null;
}
