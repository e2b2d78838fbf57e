import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LayerLoad, planLayerMerge } from '../../../../src/workers/index/store/plan-layer-merge.js';

const layersOf = (...sizes: number[]): LayerLoad[] => sizes.map((size) => ({ size, deletedCount: 0 }));

describe('planLayerMerge', () => {
  it('leaves layers alone of which each is much larger than all above it', () => {
    expect(planLayerMerge(layersOf(100_000, 8000, 1000, 100, 10))).toBeUndefined();
    expect(planLayerMerge(layersOf(1))).toBeUndefined();
  });

  it('merges from the lowest layer that is not', () => {
    expect(planLayerMerge(layersOf(100_000, 8000, 1000, 300, 10))).toEqual({ from: 2, to: 5 });
  });

  it('rebuilds all when a quarter of the lowest layer is dead', () => {
    const above = layersOf(10);
    expect(planLayerMerge([{ size: 100_000, deletedCount: 25_000 }, ...above])).toBeUndefined();
    expect(planLayerMerge([{ size: 100_000, deletedCount: 25_001 }, ...above])).toEqual({ from: 0, to: 2 });
    expect(planLayerMerge([{ size: 100, deletedCount: 100 }])).toBeUndefined();
  });

  it('rebuilds all when much lies above the lowest layer', () => {
    expect(planLayerMerge(layersOf(100_000, 12_501))).toEqual({ from: 0, to: 2 });
  });

  it('passes over what is larger than wanted', () => {
    expect(planLayerMerge(layersOf(100_000, 3000, 2000, 40, 30), 512)).toEqual({ from: 3, to: 5 });
    expect(planLayerMerge(layersOf(100_000, 3000, 2000), 512)).toBeUndefined();
  });

  it('leaves few layers, and merges an entry few times, when one comes after the other', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 100, maxLength: 300 }), (added) => {
        let layers = layersOf(50_000);
        let merged = 0;
        for (const size of added) {
          layers.push({ size, deletedCount: 0 });
          for (let range = planLayerMerge(layers); range !== undefined; range = planLayerMerge(layers)) {
            const sum = layers.slice(range.from).reduce((all, layer) => all + layer.size, 0);
            merged += sum;
            layers = [...layers.slice(0, range.from), { size: sum, deletedCount: 0 }];
          }
          expect(layers.length).toBeLessThan(9);
        }
        const all = added.reduce((sum, size) => sum + size, 0);
        expect(merged).toBeLessThan(all * 40 + 50_000 * (all / 6000));
      }),
    );
  });
});
