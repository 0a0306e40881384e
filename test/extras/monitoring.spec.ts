import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALARM_CODES } from '../../src/platform/observability/alarms.js';
import { readSource, sectionsOf } from '../support/operations-pages.js';

// In test/extras, because both lists include the alarms and metrics of the extras.
describe('monitoring', () => {
  it('the code raises every listed alarm', () => {
    const raising = readSource({ without: [join('platform', 'observability', 'alarms.ts')] });
    expect(ALARM_CODES.filter((code) => !raising.some((text) => text.includes(`'${code}'`)))).toEqual([]);
  });

  it('the monitoring page lists exactly the registered metrics', () => {
    const page = sectionsOf(readFileSync('docs/operations/monitoring.md', 'utf8'));
    const exported = readSource().flatMap((text) =>
      [...text.matchAll(/^\s+name: '(purser_[a-z_]+)',$/gm)].map(([, name]) => name!),
    );
    const listed = [...page.get('Health and metrics')!.matchAll(/`(purser_[a-z_]+)/g)].map(([, name]) => name!);
    expect(exported.length).toBeGreaterThan(10);
    expect([...new Set(listed)].sort()).toEqual([...exported].sort());
  });
});
