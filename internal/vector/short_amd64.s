#include "textflag.h"

// func wideShort(bias *Short, p *Patterns, lower, upper *[128]uint8) int32
//
// The patterns of 16 places at a time are made first, and then looked up. The last
// places come first, since who calls this has the first ones still on the way to
// memory.
TEXT ·wideShort(SB), NOSPLIT, $256-36
	MOVQ    bias+0(FP), AX
	MOVQ    p+8(FP), BX
	MOVQ    lower+16(FP), SI
	MOVQ    upper+24(FP), DI
	LEAQ    8192(BX), R8      // the rows
	VMOVDQU (AX), Y0
	VPXOR   Y1, Y1, Y1
	MOVQ    $112, CX

sixteen:
	VPMOVZXBW (SI)(CX*1), Y2
	VPMOVZXBW (DI)(CX*1), Y3
	VPSLLW    $6, Y3, Y3
	VPOR      Y3, Y2, Y2
	VMOVDQU   Y2, pattern-256(SP)(CX*2)
	SUBQ      $16, CX
	JGE       sixteen

	LEAQ pattern-256(SP), DX
	MOVQ $32, CX

four:
	MOVWLZX (DX), R9
	MOVWLZX 2(DX), R10
	MOVWLZX 4(DX), R11
	MOVWLZX 6(DX), R12
	MOVWLZX (BX)(R9*2), R9
	MOVWLZX (BX)(R10*2), R10
	MOVWLZX (BX)(R11*2), R11
	MOVWLZX (BX)(R12*2), R12
	SHLQ    $5, R9
	SHLQ    $5, R10
	SHLQ    $5, R11
	SHLQ    $5, R12
	VPADDW  (R8)(R9*1), Y0, Y0
	VPADDW  (R8)(R10*1), Y1, Y1
	VPADDW  (R8)(R11*1), Y0, Y0
	VPADDW  (R8)(R12*1), Y1, Y1
	ADDQ    $8, DX
	DECQ    CX
	JNZ     four

	// Negative sums count as 0. Products with 1 add up pairs in 32 bits.
	VPADDW       Y1, Y0, Y0
	VPXOR        Y8, Y8, Y8
	VPCMPEQW     Y9, Y9, Y9
	VPSRLW       $15, Y9, Y9
	VPMAXSW      Y8, Y0, Y0
	VPMADDWD     Y9, Y0, Y0
	VEXTRACTI128 $1, Y0, X1
	VPSUBD       X1, X0, X0
	VPSHUFD      $0x4e, X0, X1
	VPADDD       X1, X0, X0
	VPSHUFD      $0xb1, X0, X1
	VPADDD       X1, X0, X0
	VMOVD        X0, AX
	VZEROUPPER
	MOVL         AX, ret+32(FP)
	RET
