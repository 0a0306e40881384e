import { fillTable } from './figures.table.js';

const PAGE = `# A page

| figure | target | Node 20 | Node 24 | command         |
| ------ | ------ | ------- | ------- | --------------- |
| list   | >= 0.6 | 0.4     | 0.5     | \`--only list\`   |
| create | >= 0.6 | 0.3     |         | \`--only create\` |

Text.
`;

describe('table of figures', () => {
  it('a run fills in only the rows for its figures and the columns for the Node versions it used', () => {
    const figures = [
      { name: 'list', target: '>= 0.7', values: { '24': '0.75 (0.7–0.8)' } },
      { name: 'no row', target: '', values: { '20': '1' } },
    ];
    expect(fillTable(PAGE, figures, '--only list --rounds 7')).toBe(`# A page

| figure | target | Node 20 | Node 24        | command                  |
| ------ | ------ | ------- | -------------- | ------------------------ |
| list   | >= 0.7 | 0.4     | 0.75 (0.7–0.8) | \`--only list --rounds 7\` |
| create | >= 0.6 | 0.3     |                | \`--only create\`          |

Text.
`);
  });
});
