import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomIndexName, slugify, uniqueName } from '#domain/collections/editor/names.ts';
import { foldName } from '#domain/model/fold-name.ts';
import { casesOf } from '#tests/support/cases.ts';

test.each([
  ['My Coll-1 é!', 'My_Coll_1_e'],
  ['My Field-é 1', 'My_Field_e_1'],
  ['already_fine2', 'already_fine2'],
  ['first ', 'first_'],
  ['a - b', 'a_b'],
  ['a.b=c', 'a_b_c'],
  ['Straße Ærø Łódź', 'Strasse_Aero_Lodz'],
  ['Ünïcödé', 'Unicode'],
  ['Имя Щит', 'Imya_Shtit'],
  ['Ελλάδα', 'Ellada'],
  ['ｆｕｌｌ１', 'full1'],
  ['emoji 😀 x', 'emoji_x'],
  ['<script>alert("x")', 'scriptalertx'],
  ['名前', ''],
  ['', ''],
])('%j becomes %j', (text, slug) => {
  expect(slugify(text)).toBe(slug);
});

test.each([
  [
    'Cyrillic',
    'а б в г ґ д е є ж з и і й к л м н о п р с т у ф х ц ч ш щ ъ ы э ю я ђ ј љ њ ћ џ',
    'a_b_v_g_g_d_e_ye_zh_z_i_i_i_k_l_m_n_o_p_r_s_t_u_f_h_c_ch_sh_sht_a_y_e_yu_ya_dj_j_lj_nj_c_dz',
  ],
  [
    'Greek',
    'α β γ δ ε ζ η θ ι κ λ μ ν ξ ο π ρ σ ς τ υ φ χ ψ ω',
    'a_b_g_d_e_z_i_th_i_k_l_m_n_x_o_p_r_s_s_t_y_f_h_ps_o',
  ],
  ['Latin', 'ß æ œ ø đ ð ł þ ı ħ ŋ ŧ', 'ss_ae_oe_o_d_d_l_th_i_h_n_t'],
])('converts %s letters to the letters a to z', (_script, letters, slug) => {
  expect(slugify(letters)).toBe(slug);
});

test('removes the soft sign', () => {
  expect(slugify('Соль')).toBe('Sol');
});

test('a slug contains only characters that the backend accepts, and slugify does not change it again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
      const slug = slugify(text);
      expect(slug).toMatch(/^\w*$/);
      expect(slugify(slug)).toBe(slug);
    }),
    { numRuns: casesOf(500) },
  );
});

test('a name gets a number if it is taken, ignoring case', () => {
  expect(uniqueName('field', [])).toBe('field');
  expect(uniqueName('field', ['Field', 'field2'])).toBe('field3');
  expect(uniqueName('field5_copy', ['field5'])).toBe('field5_copy');
  expect(uniqueName('field5_copy', ['field5', 'field5_copy'])).toBe('field5_copy2');
  expect(uniqueName('a', ['b'])).toBe('a');
});

test('folds the case of names like SQLite: only A to Z', () => {
  expect(foldName('ABC É')).toBe('abc É');
});

test('index names are random', () => {
  const names = Array.from({ length: 50 }, () => randomIndexName());
  for (const name of names) expect(name).toMatch(/^idx_[A-Za-z0-9]{7}$/);
  expect(new Set(names).size).toBe(50);
});
