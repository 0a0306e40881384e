import { binSubject, isCardSubject, kindOf, payerSubjects } from './card-subject.js';

const plainly = (value: string): string => value;

describe('card subjects', () => {
  it.each([
    { payer: {}, subjects: [] },
    { payer: { email: 'Ada+7@Shop.Example' }, subjects: ['email:email=ada@shop.example'] },
    { payer: { ip: '81.2.69.142' }, subjects: ['network:network=81.2.69.142'] },
    { payer: { ip: '::ffff:81.2.69.142' }, subjects: ['network:network=81.2.69.142'] },
    {
      payer: { email: 'ada@shop.example', ip: '2A02:6B8:0:1:2:3:4:5' },
      subjects: ['email:email=ada@shop.example', 'network:network=2a02:6b8:0:1::'],
    },
  ])('the cards of the payer $payer are counted by $subjects', ({ payer, subjects }) => {
    expect(payerSubjects(payer, plainly)).toEqual(subjects);
  });

  it('payers are stored only as a hash', () => {
    const subjects = payerSubjects({ email: 'ada@shop.example', ip: '81.2.69.142' }, () => 'hash');
    expect(subjects).toEqual(['email:hash', 'network:hash']);
    expect(subjects.map(kindOf)).toEqual(['email', 'network']);
  });

  it.each([
    ['bin:411111', true],
    ['key:01a20518-988d-7171-b2af-e13bc7b5d811', true],
    ['email:abcdefghijklmnopqrstu_', true],
    ['network:abcdefghijklmnopqrst-_', true],
    ['', false],
    ['bin:4111111', false],
    ['bin:41111', false],
    ['bin:411111\n', false],
    ['key:someone', false],
    ['email:ada@shop.example', false],
    ['pan:411111', false],
  ])('%j is a valid subject: %s', (text, isOne) => {
    expect(isCardSubject(text)).toBe(isOne);
  });

  it('cards are stored only as their first six digits', () => {
    expect(binSubject('411111******1234')).toBe('bin:411111');
  });
});
