/**
 * Tells whether texts are the same as before, added one after the other: 53 bits (cyrb53). Not against those who want to
 * deceive, and without the browser's own digests, which plain HTTP has not.
 */
export function createPrint() {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  return {
    add: (text: string): void => {
      for (let at = 0; at < text.length; at++) {
        const code = text.charCodeAt(at);
        high = Math.imul(high ^ code, 2_654_435_761);
        low = Math.imul(low ^ code, 1_597_334_677);
      }
      // Where one text ends and the next one begins.
      high = Math.imul(high ^ 0x1_0000, 2_654_435_761);
      low = Math.imul(low ^ 0x1_0000, 1_597_334_677);
    },
    get: (): string => {
      const a = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
      const b = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909);
      return ((a >>> 0) * 2 ** 21 + (b >>> 11)).toString(36);
    },
  };
}
