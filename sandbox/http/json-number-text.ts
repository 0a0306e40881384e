const tokenPattern = /"(?:[^"\\]+|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g;

/**
 * Returns the number under this key exactly as written; null if it is not a number.
 *
 * `JSON.parse` turns 0.10 into 0.1 and rounds long amounts, and its reviver shows the source only from Node 21 on. The
 * text must be valid JSON. As in `JSON.parse`, the last of several equal keys counts.
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
