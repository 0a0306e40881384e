import { nameProblem } from './api-key-name.js';

describe('the name of an API key', () => {
  it.each(['Purser', 'PURSER', ' system ', 'Ｓｙｓｔｅｍ', 'Database'])(
    'cannot be %j, which names Purser itself',
    (name) => {
      expect(nameProblem(name)).toMatch(/Purser itself/);
    },
  );

  it.each(['оperator', 'shоp backend', 'Αlice'])('cannot mix alphabets within a word, as %j does', (name) => {
    expect(nameProblem(name)).toMatch(/alphabets/);
  });

  it.each(['shop', 'Purser shop', 'Магазин eu-1', 'ショップ本店', 'Zoë’s till 2', 'Αθήνα'])('can be %j', (name) => {
    expect(nameProblem(name)).toBeNull();
  });
});
