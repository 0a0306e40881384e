import { nameProblem } from './api-key-name.js';

describe('names of API keys', () => {
  it.each(['Purser', 'PURSER', ' system ', 'Ｓｙｓｔｅｍ', 'Database'])(
    'refuses %j, which names Purser itself',
    (name) => {
      expect(nameProblem(name)).toMatch(/Purser itself/);
    },
  );

  it.each(['оperator', 'shоp backend', 'Αlice'])('refuses alphabets mixed within a word, as in %j', (name) => {
    expect(nameProblem(name)).toMatch(/alphabets/);
  });

  it.each(['shop', 'Purser shop', 'Магазин eu-1', 'ショップ本店', 'Zoë’s till 2', 'Αθήνα'])('accepts %j', (name) => {
    expect(nameProblem(name)).toBeNull();
  });
});
