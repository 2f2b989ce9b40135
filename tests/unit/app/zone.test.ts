import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatStored, parseDate, type Zone } from '#domain/app/date.ts';
import { dateToSend, isSameDate } from '#domain/app/typed-date.ts';
import { ownZone, zoneNames, zoneOf } from '#domain/app/zone.ts';
import { casesOf } from '#tests/support/cases.ts';

function zone(id: string): Zone {
  const found = zoneOf(id);
  if (!found) throw new Error(id);
  return found;
}

const NAMES = [
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Europe/Berlin',
  'Pacific/Apia',
  'Africa/Casablanca',
  'America/St_Johns',
];
const ZONES = NAMES.map(zone);

/** The years 0002 to 9998: the others may be outside of what can be written. */
const times = fc.oneof(
  fc.integer({ min: Date.UTC(1900, 0), max: Date.UTC(2100, 0) }),
  fc.integer({ min: Date.parse('0002-01-01T00:00:00Z'), max: Date.parse('9998-12-31T00:00:00Z') }),
);

/** Milliseconds around the changes of the clocks in 2026. */
const CHANGES = [
  '2026-03-08T07:00:00Z',
  '2026-11-01T06:00:00Z',
  '2026-04-04T15:00:00Z',
  '2026-10-03T15:30:00Z',
  '2026-03-29T01:00:00Z',
  '2026-10-25T01:00:00Z',
].map((text) => Date.parse(text));
const nearChanges = fc
  .tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -7_200_000, max: 7_200_000 }))
  .map(([change, distance]) => change + distance);

/** Every form that a date can have in a form: stored, typed, with parts missing. */
const texts = fc.oneof(times, nearChanges).chain((time) => {
  const stored = formatStored(new Date(time));
  return fc.constantFrom(
    stored,
    stored.replace(' ', 'T'),
    stored.slice(0, 19),
    `${stored.slice(0, 19)}Z`,
    stored.slice(0, 16),
    stored.slice(0, 10),
    stored.slice(0, 22),
  );
});

describe('zones', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it.each(['UTC', 'Etc/UTC', 'Zulu', 'Mars/Olympus', ''])('%j needs none', (id) => {
    expect(zoneOf(id)).toBeUndefined();
  });

  it('`local` is the one of this device', () => {
    const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    expect(zoneOf('local')?.id).toBe(zoneOf(own)?.id);
    vi.stubEnv('TZ', 'Asia/Tokyo');
    expect(zoneOf('local')?.id).toBe('Asia/Tokyo');
  });

  it('have the names of today, sorted, without UTC', () => {
    const names = zoneNames();
    expect(names).toEqual(names.toSorted());
    expect(names).toEqual(expect.arrayContaining(['Africa/Abidjan', 'Asia/Ho_Chi_Minh', 'Europe/Kyiv']));
    const others = /^(?!\w+\/)|UTC|Asmera|Godthab|Calcutta|Katmandu|Rangoon|Saigon|Faeroe|Kiev|Enderbury/;
    expect(names.filter((name) => others.test(name))).toEqual([]);
    // Browsers name this zone differently.
    vi.stubEnv('TZ', 'Asia/Calcutta');
    expect(ownZone()).toBe('Asia/Kolkata');
  });

  it.each([
    ['Europe/Berlin', '2026-11-05 12:00:00.123Z', '2026-11-05', '13:00:00 CET'],
    ['Europe/Berlin', '2026-07-05 23:30:00.123Z', '2026-07-06', '01:30:00 CEST'],
    ['America/New_York', '2026-11-05 02:00:00.250Z', '2026-11-04', '21:00:00 EST'],
    ['Asia/Kathmandu', '2026-11-05 12:00:00', '2026-11-05', '17:45:00 GMT+5:45'],
    ['Australia/Lord_Howe', '2026-01-05 12:00:00Z', '2026-01-05', '23:00:00 LHDT'],
    ['Europe/London', '2026-01-05 12:00:00Z', '2026-01-05', '12:00:00 GMT'],
    ['Pacific/Auckland', '2026-07-05 12:00:00Z', '2026-07-06', '00:00:00 NZST'],
    ['Asia/Kolkata', '2026-01-05 12:00:00Z', '2026-01-05', '17:30:00 IST'],
    ['Africa/Johannesburg', '2026-01-05 12:00:00Z', '2026-01-05', '14:00:00 SAST'],
    // Before there were zones, and outside of the years that can be written.
    ['America/New_York', '0001-06-01 12:00:00.000Z', '0001-06-01', '07:03:58 GMT-4:56:02'],
    ['America/New_York', '0000-01-01 00:00:00.000Z', '0000-01-01', '00:00:00 UTC'],
    ['Asia/Kathmandu', '9999-12-31 23:59:59.999Z', '9999-12-31', '23:59:59 UTC'],
  ])('in %s %s is shown as %s %s, with UTC in the tooltip', (id, text, day, time) => {
    const shown = zone(id).show(text);
    expect(shown?.day).toBe(day);
    // Browsers name the time before there were zones in different ways.
    expect(shown?.time.split(' ')[0]).toBe(time.split(' ')[0]);
    if (!text.startsWith('0001')) expect(shown?.time).toBe(time);
    expect(shown?.tooltip).toBe(zone(id).formatUtc(text));
    expect(shown?.tooltip).toMatch(/\.\d{3} UTC$/);
  });

  it('a time is as wide as its longer name of winter and summer needs', () => {
    expect(zone('Europe/Berlin').timeWidth).toBeCloseTo('00:00:00 CEST'.length * ((0.58 * 12) / 14));
  });

  it('a tooltip without another date has both', () => {
    const text = '2026-11-05 12:00:00.123Z';
    expect(zone('Europe/Berlin').formatBoth(text)).toBe(
      '2026-11-05 13:00:00.123 CET, 2026-11-05 12:00:00.123 UTC',
    );
    expect(zone('Europe/Berlin').formatBoth('')).toBe('N/A');
  });

  it.each(ZONES)('wall time of $id is that of the platform', ({ id, toWall }) => {
    const platform = new Intl.DateTimeFormat('en-CA', {
      timeZone: id,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    fc.assert(
      fc.property(
        fc.oneof(nearChanges, fc.integer({ min: Date.UTC(1970, 0), max: Date.UTC(2100, 0) })),
        (time) => {
          expect(formatStored(new Date(toWall(time))).slice(0, 19)).toBe(
            platform.format(time).replace(',', ''),
          );
        },
      ),
    );
  });
});

describe('typed in a zone', () => {
  it.each(ZONES)('[33.3] what $id shows of a date, typed again, is that text', (at) => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(at.typed(at.edited(text), text)).toBe(text);
      }),
      { numRuns: casesOf(500) },
    );
  });

  it.each(ZONES)('[33.3] what $id shows of a date, typed for another one, is the same moment', (at) => {
    fc.assert(
      fc.property(texts, (text) => {
        const moment = parseDate(text)?.getTime();
        const typed = at.typed(at.edited(text, { milliseconds: true }), '');
        const twins = at.twins(text);
        // Of an hour that comes twice, the first one is taken, and both are offered.
        expect(twins.length ? twins.map(({ value }) => parseDate(value)?.getTime()) : [moment]).toContain(
          moment,
        );
        expect(parseDate(typed)?.getTime()).toBe(twins[0] ? parseDate(twins[0].value)?.getTime() : moment);
        expect(isSameDate(typed, twins[0]?.value ?? text)).toBe(true);
      }),
      { numRuns: casesOf(500) },
    );
  });

  it.each([
    ['Europe/Berlin', '2026-11-05 13:00', '2026-11-05 12:00:00'],
    ['Europe/Berlin', ' 2026-11-05T13:00:00.5 ', '2026-11-05 12:00:00.500Z'],
    ['Europe/Berlin', '2026-07-05', '2026-07-04 22:00:00'],
    // These name their moment themselves.
    ['Europe/Berlin', '2026-11-05 13:00:00.123Z', '2026-11-05 13:00:00.123Z'],
    ['Europe/Berlin', '2026-11-05 13:00:00+05:00', '2026-11-05 13:00:00+05:00'],
    // Typed texts that are no date stay, so that the message stands beside the text.
    ['Europe/Berlin', 'soon', 'soon'],
    ['Europe/Berlin', '2026-11-05 1', '2026-11-05 1'],
    ['Europe/Berlin', '', ''],
    // The clock skips 02:30 and has 02:30 twice.
    ['Europe/Berlin', '2026-03-29 02:30:00', '2026-03-29 01:30:00'],
    ['Europe/Berlin', '2026-10-25 02:30:00', '2026-10-25 00:30:00'],
    ['Australia/Lord_Howe', '2026-10-04 02:15:00', '2026-10-03 15:45:00'],
    ['Australia/Lord_Howe', '2026-04-05 01:45:00', '2026-04-04 14:45:00'],
    ['America/New_York', '2026-11-01 01:30:00', '2026-11-01 05:30:00'],
    // A whole day that did not exist.
    ['Pacific/Apia', '2011-12-30 12:00:00', '2011-12-30 22:00:00'],
  ])('in %s %j is %j', (id, typed, value) => {
    expect(zone(id).typed(typed, '')).toBe(value);
  });

  it.each([
    ['America/New_York', '9999-12-31 23:00:00'],
    ['Asia/Kathmandu', '0000-01-01 00:00:00'],
    // The backend's zero date.
    ['Asia/Kathmandu', zone('Asia/Kathmandu').edited('0001-01-01 00:00:00')],
  ])('in %s %s is refused, as the backend would not store it', (id, typed) => {
    expect(dateToSend(zone(id).typed(typed, ''))).toBeUndefined();
  });

  it.each([
    ['Europe/Berlin', '2026-11-05 12:00:00.123Z', '2026-11-05 13:00:00'],
    ['Europe/Berlin', '2026-11-05 12:00:00Z', '2026-11-05 13:00:00'],
    ['Europe/Berlin', '2026-11-05 12:00', '2026-11-05 13:00:00'],
    ['Europe/Berlin', '2026-11-05 12:00:00.12', '2026-11-05 13:00:00.120'],
    ['Europe/Berlin', 'soon', 'soon'],
    ['Europe/Berlin', '', ''],
    ['Europe/Berlin', '2026-11-05T12:00:00+05:00', '2026-11-05T12:00:00+05:00'],
    ['Asia/Kathmandu', '9999-12-31 23:59:59.999Z', '9999-12-31 23:59:59.999Z'],
    ['Asia/Kathmandu', '9999-12-31 23:59:59', '9999-12-31 23:59:59Z'],
  ])('in %s the input shows %j as %j', (id, text, shown) => {
    expect(zone(id).edited(text)).toBe(shown);
  });

  it('keeps which of both hours it is while the text is the same', () => {
    const [berlin, second] = [zone('Europe/Berlin'), '2026-10-25 01:30:00.123Z'];
    expect(berlin.typed('2026-10-25 02:30:00', second)).toBe(second);
    expect(berlin.typed('2026-10-25 02:30:00.123', second)).toBe(second);
    expect(berlin.typed('2026-10-25 02:30:01', second)).toBe('2026-10-25 00:30:01');
  });

  it('names both dates of an hour that comes twice', () => {
    const berlin = zone('Europe/Berlin');
    const twins = [
      { label: 'CEST (GMT+2)', value: '2026-10-25 00:30:00.123Z' },
      { label: 'CET (GMT+1)', value: '2026-10-25 01:30:00.123Z' },
    ];
    expect(berlin.twins('2026-10-25 00:30:00.123Z')).toEqual(twins);
    expect(berlin.twins('2026-10-25 01:30:00.123Z')).toEqual(twins);
    expect(berlin.twins('2026-10-25 01:30:00').map(({ value }) => value)).toEqual([
      '2026-10-25 00:30:00',
      '2026-10-25 01:30:00',
    ]);
    for (const text of ['2026-10-25 02:30:00.123Z', '', 'soon']) expect(berlin.twins(text)).toEqual([]);
  });

  it('says which time is used instead of one that is skipped', () => {
    const berlin = zone('Europe/Berlin');
    const used = '2026-03-29 01:30:00';
    expect(berlin.note(used, '2026-03-29 02:30')).toBe(
      'The clock is set forward and skips this time: 03:30:00 CEST is used. CEST, 2026-03-29 01:30:00.000 UTC',
    );
    for (const typed of ['2026-03-29 03:30', '2026-03-29 01:30Z']) {
      expect(berlin.note(used, typed)).toBe('CEST, 2026-03-29 01:30:00.000 UTC');
    }
  });

  it('has the name of the zone and UTC beside a typed date', () => {
    const berlin = zone('Europe/Berlin');
    expect(berlin.note('2026-11-05 12:00:00.123Z', '')).toBe('CET, 2026-11-05 12:00:00.123 UTC');
    expect(berlin.note('2026-11-05T12:00:00+05:00', '')).toBe('CET, 2026-11-05 07:00:00.000 UTC');
    for (const text of ['', 'soon', '2026-11-05 1']) expect(berlin.note(text, text)).toBe('');
  });
});
