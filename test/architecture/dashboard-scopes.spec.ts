import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCOPES } from '../../src/access/scopes/scopes.js';

const DASHBOARD = join(__dirname, '..', '..', 'dashboard', 'src');

describe('scopes in the dashboard', () => {
  it('each scope has a sentence and is offered in exactly one group', () => {
    const texts = JSON.parse(readFileSync(join(DASHBOARD, 'text', 'en.json'), 'utf8')) as Record<string, string>;
    const named = Object.keys(texts).flatMap((id) => (id.startsWith('scope.') ? [id.slice('scope.'.length)] : []));
    expect(named.sort()).toEqual([...SCOPES].sort());
    const source = readFileSync(join(DASHBOARD, 'pages', 'keys', 'permissions.ts'), 'utf8').split('PRESETS')[0] ?? '';
    expect((source.match(/'[a-z]+:[a-z]+'/g) ?? []).map((quoted) => quoted.slice(1, -1)).sort()).toEqual(named.sort());
  });
});
