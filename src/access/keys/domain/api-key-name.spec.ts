import { nameProblem } from './api-key-name.js';

describe('API key names', () => {
  it.each(['Purser', 'PURSER', ' system ', 'Ｓｙｓｔｅｍ', 'Database'])(
    '%j is rejected because Purser itself uses the name',
    (name) => {
      expect(nameProblem(name)).toMatch(/Purser itself/);
    },
  );

  it.each(['оperator', 'shоp backend', 'Αlice'])('%j is rejected because it mixes alphabets within a word', (name) => {
    expect(nameProblem(name)).toMatch(/alphabets/);
  });

  it.each(['shop', 'Purser shop', 'Магазин eu-1', 'ショップ本店', 'Zoë’s till 2', 'Αθήνα'])(
    '%j is accepted',
    (name) => {
      expect(nameProblem(name)).toBeNull();
    },
  );
});
