import { renderDestinationsPage } from './destinations-page.js';
import { DESTINATIONS } from './table/destinations.table.js';

const page = renderDestinationsPage();

describe('the page on destinations', () => {
  it.each(DESTINATIONS)('has a section about $id with every field, rule and example', ({ title, fields }) => {
    const section = page.split('\n## ').find((text) => text.startsWith(`${title}\n`));
    for (const { name, label, format } of fields) {
      for (const text of [`\`${name}\``, label, format.rule, `\`${format.example}\``]) expect(section).toContain(text);
    }
  });

  it('has tables whose rows are all equally wide', () => {
    for (const block of page.split('\n\n').filter((text) => text.startsWith('|'))) {
      expect(new Set(block.split('\n').map((row) => row.length)).size).toBe(1);
    }
  });
});
