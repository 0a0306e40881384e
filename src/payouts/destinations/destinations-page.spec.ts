import { renderDestinationsPage } from './destinations-page.js';
import { DESTINATIONS } from './table/destinations.table.js';

const page = renderDestinationsPage();

describe('the destinations page', () => {
  it.each(DESTINATIONS)('shows every field of the destination $id with its rule and example', ({ title, fields }) => {
    const sections = page
      .split('\n## ')
      .filter((text) => /^Every destination\n/.test(text) || text.startsWith(`${title}\n`));
    expect(sections).toHaveLength(2);
    for (const { name, label, format } of fields) {
      for (const text of [`\`${name}\``, label, format.rule, format.example]) {
        expect(sections.join('\n')).toContain(text);
      }
    }
  });

  it("states that every destination requires the recipient's name and user id", () => {
    const [shared] = page.split('\n## ').filter((text) => text.startsWith('Every destination\n'));
    expect([...shared!.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)).toEqual(['name', 'userId']);
  });

  it('renders tables whose rows are equally wide', () => {
    for (const block of page.split('\n\n').filter((text) => text.startsWith('|'))) {
      expect(new Set(block.split('\n').map((row) => row.length)).size).toBe(1);
    }
  });
});
