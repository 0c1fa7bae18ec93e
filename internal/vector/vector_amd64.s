#include "textflag.h"

// Puts the 128 sums at AX into Y0 to Y7.
#define LOAD_SUMS \
	VMOVDQU (AX), Y0; \
	VMOVDQU 32(AX), Y1; \
	VMOVDQU 64(AX), Y2; \
	VMOVDQU 96(AX), Y3; \
	VMOVDQU 128(AX), Y4; \
	VMOVDQU 160(AX), Y5; \
	VMOVDQU 192(AX), Y6; \
	VMOVDQU 224(AX), Y7

// Adds to the sums, or subtracts from them, the row of those at BX that the list at CX
// names next. DX counts what is left of the list.
#define NEXT_ROW(op) \
	MOVWLZX (CX), SI; \
	SHLQ    $8, SI; \
	op      (BX)(SI*1), Y0, Y0; \
	op      32(BX)(SI*1), Y1, Y1; \
	op      64(BX)(SI*1), Y2, Y2; \
	op      96(BX)(SI*1), Y3, Y3; \
	op      128(BX)(SI*1), Y4, Y4; \
	op      160(BX)(SI*1), Y5, Y5; \
	op      192(BX)(SI*1), Y6, Y6; \
	op      224(BX)(SI*1), Y7, Y7; \
	ADDQ    $2, CX; \
	DECQ    DX

// func wideRectified(bias, rows *Row, list *uint16, n int) int32
//
// The 128 sums stay in Y0 to Y7 all the time.
TEXT ·wideRectified(SB), NOSPLIT, $0-36
	MOVQ    bias+0(FP), AX
	MOVQ    rows+8(FP), BX
	MOVQ    list+16(FP), CX
	MOVQ    n+24(FP), DX
	LOAD_SUMS

row:
	NEXT_ROW(VPADDW)
	JNZ     row

	// Negative sums count as 0. Products with 1 add up pairs in 32 bits.
	VPXOR    Y8, Y8, Y8
	VPCMPEQW Y9, Y9, Y9
	VPSRLW   $15, Y9, Y9
	VPMAXSW  Y8, Y0, Y0
	VPMAXSW  Y8, Y1, Y1
	VPMAXSW  Y8, Y2, Y2
	VPMAXSW  Y8, Y3, Y3
	VPMAXSW  Y8, Y4, Y4
	VPMAXSW  Y8, Y5, Y5
	VPMAXSW  Y8, Y6, Y6
	VPMAXSW  Y8, Y7, Y7
	VPMADDWD Y9, Y0, Y0
	VPMADDWD Y9, Y1, Y1
	VPMADDWD Y9, Y2, Y2
	VPMADDWD Y9, Y3, Y3
	VPMADDWD Y9, Y4, Y4
	VPMADDWD Y9, Y5, Y5
	VPMADDWD Y9, Y6, Y6
	VPMADDWD Y9, Y7, Y7
	VPADDD   Y1, Y0, Y0
	VPADDD   Y3, Y2, Y2
	VPADDD   Y5, Y4, Y4
	VPADDD   Y7, Y6, Y6
	VPADDD   Y2, Y0, Y0
	VPADDD   Y6, Y4, Y4
	VPSUBD   Y4, Y0, Y0

	VEXTRACTI128 $1, Y0, X1
	VPADDD       X1, X0, X0
	VPSHUFD      $0x4e, X0, X1
	VPADDD       X1, X0, X0
	VPSHUFD      $0xb1, X0, X1
	VPADDD       X1, X0, X0
	VMOVD        X0, AX
	VZEROUPPER
	MOVL         AX, ret+32(FP)
	RET

// func wideUpdate(sums, rows *Row, removed, added []uint16)
//
// The 128 sums are in Y0 to Y7.
TEXT ·wideUpdate(SB), NOSPLIT, $0-64
	MOVQ    sums+0(FP), AX
	MOVQ    rows+8(FP), BX
	MOVQ    removed_base+16(FP), CX
	MOVQ    removed_len+24(FP), DX
	LOAD_SUMS
	TESTQ   DX, DX
	JZ      adding

removing:
	NEXT_ROW(VPSUBW)
	JNZ     removing

adding:
	MOVQ    added_base+40(FP), CX
	MOVQ    added_len+48(FP), DX
	TESTQ   DX, DX
	JZ      done

next:
	NEXT_ROW(VPADDW)
	JNZ     next

done:
	VMOVDQU Y0, (AX)
	VMOVDQU Y1, 32(AX)
	VMOVDQU Y2, 64(AX)
	VMOVDQU Y3, 96(AX)
	VMOVDQU Y4, 128(AX)
	VMOVDQU Y5, 160(AX)
	VMOVDQU Y6, 192(AX)
	VMOVDQU Y7, 224(AX)
	VZEROUPPER
	RET

// func wideAdd(sum, rows *Floats, list *uint16, n int)
TEXT ·wideAdd(SB), NOSPLIT, $0-32
	MOVQ    sum+0(FP), AX
	MOVQ    rows+8(FP), BX
	MOVQ    list+16(FP), CX
	MOVQ    n+24(FP), DX
	VMOVUPS (AX), Y0
	VMOVUPS 32(AX), Y1
	VMOVUPS 64(AX), Y2
	VMOVUPS 96(AX), Y3

row:
	MOVWLZX (CX), SI
	SHLQ    $7, SI
	VADDPS  (BX)(SI*1), Y0, Y0
	VADDPS  32(BX)(SI*1), Y1, Y1
	VADDPS  64(BX)(SI*1), Y2, Y2
	VADDPS  96(BX)(SI*1), Y3, Y3
	ADDQ    $2, CX
	DECQ    DX
	JNZ     row

	VMOVUPS Y0, (AX)
	VMOVUPS Y1, 32(AX)
	VMOVUPS Y2, 64(AX)
	VMOVUPS Y3, 96(AX)
	VZEROUPPER
	RET

// func wideAddTo(rows *Floats, list *uint16, n int, v *Floats)
TEXT ·wideAddTo(SB), NOSPLIT, $0-32
	MOVQ    rows+0(FP), BX
	MOVQ    list+8(FP), CX
	MOVQ    n+16(FP), DX
	MOVQ    v+24(FP), AX
	VMOVUPS (AX), Y0
	VMOVUPS 32(AX), Y1
	VMOVUPS 64(AX), Y2
	VMOVUPS 96(AX), Y3

row:
	MOVWLZX (CX), SI
	SHLQ    $7, SI
	VADDPS  (BX)(SI*1), Y0, Y4
	VADDPS  32(BX)(SI*1), Y1, Y5
	VADDPS  64(BX)(SI*1), Y2, Y6
	VADDPS  96(BX)(SI*1), Y3, Y7
	VMOVUPS Y4, (BX)(SI*1)
	VMOVUPS Y5, 32(BX)(SI*1)
	VMOVUPS Y6, 64(BX)(SI*1)
	VMOVUPS Y7, 96(BX)(SI*1)
	ADDQ    $2, CX
	DECQ    DX
	JNZ     row
	VZEROUPPER
	RET

// func wideStep(a *Adam, weights, gradient, mean, variance *Floats, n int)
//
// Eight numbers a time, which are a quarter of Floats.
TEXT ·wideStep(SB), NOSPLIT, $0-48
	MOVQ         a+0(FP), AX
	MOVQ         weights+8(FP), BX
	MOVQ         gradient+16(FP), CX
	MOVQ         mean+24(FP), SI
	MOVQ         variance+32(FP), DI
	MOVQ         n+40(FP), DX
	SHLQ         $2, DX
	VBROADCASTSS (AX), Y10
	VBROADCASTSS 4(AX), Y11
	VBROADCASTSS 8(AX), Y12
	VBROADCASTSS 12(AX), Y13
	VBROADCASTSS 16(AX), Y14
	VXORPS       Y15, Y15, Y15

eight:
	VMULPS  (CX), Y10, Y0 // gradient
	VMOVUPS Y15, (CX)
	VMOVUPS (SI), Y1      // mean
	VSUBPS  Y1, Y0, Y2
	VMULPS  Y11, Y2, Y2
	VADDPS  Y2, Y1, Y1
	VMOVUPS Y1, (SI)
	VMOVUPS (DI), Y3      // variance
	VMULPS  Y0, Y0, Y4
	VSUBPS  Y3, Y4, Y4
	VMULPS  Y12, Y4, Y4
	VADDPS  Y4, Y3, Y3
	VMOVUPS Y3, (DI)
	VSQRTPS Y3, Y3
	VADDPS  Y14, Y3, Y3
	VMULPS  Y13, Y1, Y1
	VDIVPS  Y3, Y1, Y1
	VMOVUPS (BX), Y5      // weights
	VSUBPS  Y1, Y5, Y5
	VMOVUPS Y5, (BX)
	ADDQ    $32, BX
	ADDQ    $32, CX
	ADDQ    $32, SI
	ADDQ    $32, DI
	DECQ    DX
	JNZ     eight
	VZEROUPPER
	RET
