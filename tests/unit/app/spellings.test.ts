import { expect, test } from 'vitest';
import { spellingsOf } from '#domain/app/searched-text.ts';

test.each([
  ['plain Words 42', []],
  ['漢字 👩‍👧', []],
  ['мария', ['МАРИЯ', 'Мария']],
  ['МАРИЯ', ['мария', 'Мария']],
  ['красная площадь', ['КРАСНАЯ ПЛОЩАДЬ', 'Красная Площадь', 'Красная площадь']],
  ['öztürk', ['ÖZTÜRK', 'Öztürk']],
  ['Łukasz Żak', ['łukasz żak', 'Łukasz żak']],
  ['émile', ['ÉMILE']],
  ['straße', ['STRASSE']],
  ['e\u0301mile', ['émile', 'ÉMILE']],
  // Turkish.
  ['ışık', ['IŞIK', 'Işık']],
  ['IŞIK', ['işik', 'ışık', 'Işık']],
  ['İstanbul', ['istanbul']],
  ['şişli', ['ŞIŞLI', 'Şişli', 'ŞİŞLİ']],
  // Greek: capitals without accents, and both forms of sigma.
  ['γιώργος', ['ΓΙΏΡΓΟΣ', 'Γιώργος', 'ΓΙΩΡΓΟΣ']],
  ['ΚΩΣ', ['κως', 'κωσ', 'Κως', 'Κωσ']],
])('[TR-06] %s', (text, others) => {
  expect(spellingsOf(text)).toEqual([text, ...others]);
});
